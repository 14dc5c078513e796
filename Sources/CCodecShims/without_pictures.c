// What stands for the codecs in a package without the trait `Pictures`: no picture can be decoded or written.
#ifndef SLIP_PICTURES
#include "CCodecShims.h"

slip_jpeg_reader *slip_jpeg_open(const uint8_t *data, size_t size, size_t memory_limit) {
  (void)data, (void)size, (void)memory_limit;
  return NULL;
}
slip_codec_status slip_jpeg_start(slip_jpeg_reader *reader, unsigned eighths, slip_raster *raster) {
  (void)reader, (void)eighths, (void)raster;
  return SLIP_CODEC_UNSUPPORTED;
}
slip_codec_status slip_jpeg_read_row(slip_jpeg_reader *reader, uint8_t *row) {
  (void)reader, (void)row;
  return SLIP_CODEC_UNSUPPORTED;
}
const char *slip_jpeg_message(const slip_jpeg_reader *reader) {
  (void)reader;
  return "built without pictures";
}
void slip_jpeg_close(slip_jpeg_reader *reader) { (void)reader; }

slip_png_reader *slip_png_open(const uint8_t *data, size_t size, uint32_t side_limit) {
  (void)data, (void)size, (void)side_limit;
  return NULL;
}
slip_codec_status slip_png_start(slip_png_reader *reader, slip_raster *raster) {
  (void)reader, (void)raster;
  return SLIP_CODEC_UNSUPPORTED;
}
slip_codec_status slip_png_read_row(slip_png_reader *reader, uint8_t *row) {
  (void)reader, (void)row;
  return SLIP_CODEC_UNSUPPORTED;
}
const char *slip_png_message(const slip_png_reader *reader) {
  (void)reader;
  return "built without pictures";
}
void slip_png_close(slip_png_reader *reader) { (void)reader; }

static slip_codec_status no_picture(slip_picture *picture) {
  picture->samples = NULL;
  picture->width = picture->height = 0;
  return SLIP_CODEC_UNSUPPORTED;
}
slip_codec_status slip_gif_read(const uint8_t *data, size_t size, uint64_t most_pixels, slip_picture *picture) {
  (void)data, (void)size, (void)most_pixels;
  return no_picture(picture);
}
slip_codec_status slip_tiff_read(const uint8_t *data, size_t size, uint64_t most_pixels, slip_picture *picture) {
  (void)data, (void)size, (void)most_pixels;
  return no_picture(picture);
}
slip_codec_status slip_webp_read(const uint8_t *data, size_t size, uint64_t most_pixels, slip_picture *picture) {
  (void)data, (void)size, (void)most_pixels;
  return no_picture(picture);
}
void slip_picture_free(slip_picture *picture) { (void)picture; }

slip_codec_status slip_jpeg_write(const slip_pixels *pixels, int quality, int halves_color, uint8_t *buffer,
                                  size_t *size) {
  (void)pixels, (void)quality, (void)halves_color, (void)buffer, (void)size;
  return SLIP_CODEC_UNSUPPORTED;
}
slip_codec_status slip_png_write(const slip_pixels *pixels, int level, uint8_t *buffer, size_t *size) {
  (void)pixels, (void)level, (void)buffer, (void)size;
  return SLIP_CODEC_UNSUPPORTED;
}
#endif
