#ifdef SLIP_PICTURES
#include <string.h>

#include <tiffio.h>

#include "whole_picture.h"

typedef struct {
  const uint8_t *data;
  toff_t size;
  toff_t offset;
} source;

static tmsize_t read_data(thandle_t handle, void *out, tmsize_t count) {
  source *self = handle;
  if (count <= 0 || self->offset >= self->size) return 0;
  toff_t left = self->size - self->offset;
  size_t step = (toff_t)count < left ? (size_t)count : (size_t)left;
  memcpy(out, self->data + self->offset, step);
  self->offset += step;
  return (tmsize_t)step;
}

static tmsize_t write_nothing(thandle_t handle, void *data, tmsize_t count) {
  (void)handle, (void)data, (void)count;
  return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int origin) {
  source *self = handle;
  toff_t base = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? self->offset : self->size;
  return self->offset = base + offset;
}

static int close_nothing(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of(thandle_t handle) { return ((source *)handle)->size; }

static int map(thandle_t handle, void **base, toff_t *size) {
  source *self = handle;
  *base = (void *)self->data;
  *size = self->size;
  return 1;
}

static void unmap(thandle_t handle, void *base, toff_t size) { (void)handle, (void)base, (void)size; }

static int no_message(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)user, (void)module, (void)format, (void)arguments;
  return 1;
}

static uint8_t divided(uint8_t sample, uint8_t alpha) {
  unsigned value = (sample * 255u + alpha / 2) / alpha;
  return value > 255 ? 255 : (uint8_t)value;
}

// libtiff gives colours with alpha multiplied in.
static void divide_by_alpha(slip_picture *picture) {
  uint8_t *end = picture->samples + (size_t)picture->width * picture->height * 4;
  for (uint8_t *pixel = picture->samples; pixel < end; pixel += 4) {
    uint8_t alpha = pixel[3];
    if (alpha == 0 || alpha == 255) continue;
    for (int channel = 0; channel < 3; channel++) pixel[channel] = divided(pixel[channel], alpha);
  }
}

// A row of so many bytes can't come from so few: libtiff would fill it with zeros for minutes.
static int is_plausible(uint64_t pixels, size_t size) {
  return pixels <= (64u << 20) || pixels / 2000 <= size;
}

static slip_codec_status read_pixels(TIFF *tiff, size_t size, uint64_t most_pixels, slip_picture *picture) {
  char message[1024];
  uint32_t width = 0, height = 0;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
  if (width == 0 || height == 0) return SLIP_CODEC_BROKEN;
  if (width > most_pixels / height || !is_plausible((uint64_t)width * height, size)) return SLIP_CODEC_COSTLY;
  if (!TIFFRGBAImageOK(tiff, message)) return SLIP_CODEC_UNSUPPORTED;
  slip_codec_status status = slip_picture_allocate(picture, width, height, most_pixels);
  if (status != SLIP_CODEC_OK) return status;
  // Asked for as it is stored, the picture isn't turned.
  uint16_t orientation = ORIENTATION_TOPLEFT;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
  // Packed as ABGR words: RGBA in memory on all machines that Swift knows.
  uint32_t *words = (uint32_t *)(void *)picture->samples;
  if (!TIFFReadRGBAImageOriented(tiff, width, height, words, orientation, 1))
    return SLIP_CODEC_BROKEN;
  divide_by_alpha(picture);
  return SLIP_CODEC_OK;
}

slip_codec_status slip_tiff_read(const uint8_t *data, size_t size, uint64_t most_pixels, slip_picture *picture) {
  memset(picture, 0, sizeof *picture);
  source self = {data, size, 0};
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return SLIP_CODEC_COSTLY;
  TIFFOpenOptionsSetErrorHandlerExtR(options, no_message, NULL);
  TIFFOpenOptionsSetWarningHandlerExtR(options, no_message, NULL);
  // Strips, tiles and tables; the picture itself is not among them.
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, 256 << 20);
  TIFF *tiff = TIFFClientOpenExt("picture", "rm", &self, read_data, write_nothing, seek, close_nothing, size_of, map,
                                 unmap, options);
  TIFFOpenOptionsFree(options);
  if (!tiff) return SLIP_CODEC_BROKEN;
  slip_codec_status status = read_pixels(tiff, size, most_pixels, picture);
  TIFFClose(tiff);
  if (status != SLIP_CODEC_OK) slip_picture_free(picture);
  return status;
}
#endif
