#include <stdlib.h>

#include "CCodecShims.h"

// Gives `picture` room for its pixels, all transparent; for readers of whole pictures.
static inline slip_codec_status slip_picture_allocate(slip_picture *picture, uint64_t width, uint64_t height,
                                                      uint64_t most_pixels) {
  if (width == 0 || height == 0 || width > UINT32_MAX || height > UINT32_MAX) return SLIP_CODEC_BROKEN;
  if (width > most_pixels / height) return SLIP_CODEC_COSTLY;
  picture->samples = calloc((size_t)(width * height), 4);
  picture->width = (uint32_t)width;
  picture->height = (uint32_t)height;
  return picture->samples ? SLIP_CODEC_OK : SLIP_CODEC_COSTLY;
}
