#ifdef SLIP_PICTURES
#include <string.h>

#include <webp/decode.h>

#include "whole_picture.h"

slip_codec_status slip_webp_read(const uint8_t *data, size_t size, uint64_t most_pixels, slip_picture *picture) {
  memset(picture, 0, sizeof *picture);
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(data, size, &features) != VP8_STATUS_OK) return SLIP_CODEC_BROKEN;
  // The frames of an animation are for the demultiplexer, which shows none of them.
  if (features.has_animation) return SLIP_CODEC_UNSUPPORTED;
  if (features.width <= 0 || features.height <= 0) return SLIP_CODEC_BROKEN;
  slip_codec_status status =
      slip_picture_allocate(picture, (uint64_t)features.width, (uint64_t)features.height, most_pixels);
  if (status != SLIP_CODEC_OK) return status;
  size_t bytes = (size_t)picture->width * picture->height * 4;
  if (!WebPDecodeRGBAInto(data, size, picture->samples, bytes, (int)picture->width * 4)) status = SLIP_CODEC_BROKEN;
  if (status != SLIP_CODEC_OK) slip_picture_free(picture);
  return status;
}
#endif
