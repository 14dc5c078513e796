#ifdef SLIP_PICTURES
#include <setjmp.h>
#include <string.h>

#include <png.h>

#include "CCodecShims.h"

typedef struct {
  uint8_t *buffer;
  size_t size;
  size_t offset;
  slip_codec_status status;
} writer;

static void on_error(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void write_data(png_structp png, png_bytep data, size_t count) {
  writer *self = png_get_io_ptr(png);
  if (count > self->size - self->offset) {
    self->status = SLIP_CODEC_NO_ROOM;
    png_error(png, "no room");
  }
  memcpy(self->buffer + self->offset, data, count);
  self->offset += count;
}

static void no_flush(png_structp png) { (void)png; }

static void write_picture(png_structp png, png_infop info, const slip_pixels *pixels, int level) {
  static const int types[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                              PNG_COLOR_TYPE_RGB_ALPHA};
  size_t row_size = (size_t)pixels->width * (pixels->layout + 1);
  png_set_compression_level(png, level);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
  png_set_IHDR(png, info, pixels->width, pixels->height, 8, types[pixels->layout], PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (pixels->profile)
    png_set_iCCP(png, info, "ICC", PNG_COMPRESSION_TYPE_BASE, pixels->profile, pixels->profile_size);
  png_write_info(png, info);
  for (uint32_t y = 0; y < pixels->height; y++) png_write_row(png, pixels->samples + y * row_size);
  png_write_end(png, NULL);
}

slip_codec_status slip_png_write(const slip_pixels *pixels, int level, uint8_t *buffer, size_t *size) {
  writer self = {buffer, *size, 0, SLIP_CODEC_BROKEN};
  if (pixels->layout > SLIP_RGBA) return SLIP_CODEC_UNSUPPORTED;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (info && setjmp(png_jmpbuf(png)) == 0) {
    png_set_write_fn(png, &self, write_data, no_flush);
    png_set_benign_errors(png, 1);
    write_picture(png, info, pixels, level);
    self.status = SLIP_CODEC_OK;
  }
  png_destroy_write_struct(&png, &info);
  *size = self.offset;
  return self.status;
}
#endif
