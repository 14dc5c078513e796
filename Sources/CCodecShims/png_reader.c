#ifdef SLIP_PICTURES
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "CCodecShims.h"

struct slip_png_reader {
  png_structp png;
  png_infop info;
  const uint8_t *data;
  size_t size;
  size_t offset;
  slip_codec_status status;
  char message[200];
};

static void on_error(png_structp png, png_const_charp message) {
  slip_png_reader *reader = png_get_error_ptr(png);
  if (reader->status == SLIP_CODEC_OK) reader->status = SLIP_CODEC_BROKEN;
  snprintf(reader->message, sizeof reader->message, "%s", message);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void read_data(png_structp png, png_bytep out, size_t count) {
  slip_png_reader *reader = png_get_io_ptr(png);
  if (count > reader->size - reader->offset) {
    reader->status = SLIP_CODEC_TRUNCATED;
    png_error(png, "the data ends early");
  }
  memcpy(out, reader->data + reader->offset, count);
  reader->offset += count;
}

slip_png_reader *slip_png_open(const uint8_t *data, size_t size, uint32_t side_limit) {
  slip_png_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->data = data;
  reader->size = size;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
  reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
  if (!reader->info) {
    slip_png_close(reader);
    return NULL;
  }
  png_set_read_fn(reader->png, reader, read_data);
  png_set_user_limits(reader->png, side_limit, side_limit);
  png_set_benign_errors(reader->png, 1);
  return reader;
}

// Chunks that a thumbnail has no use for; texts could be compressed bombs.
static void skip_chunks(png_structp png) {
  static const png_byte names[] = "bKGD\0cHRM\0eXIf\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sTER\0tEXt\0tIME\0zTXt";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names, sizeof names / 5);
}

// Asks for 8-bit samples, alpha where there is transparency, and sRGB where only a gamma value is given.
static void set_transforms(png_structp png, png_infop info) {
  png_byte type = png_get_color_type(png, info);
  if (type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
  if (type == PNG_COLOR_TYPE_GRAY) png_set_expand_gray_1_2_4_to_8(png);
  if (png_get_valid(png, info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(png);
  if (png_get_bit_depth(png, info) == 16) png_set_scale_16(png);
  double gamma;
  if (!png_get_valid(png, info, PNG_INFO_sRGB) && !png_get_valid(png, info, PNG_INFO_iCCP) &&
      png_get_gAMA(png, info, &gamma) && gamma > 0.01 && gamma < 100)
    png_set_gamma(png, 2.2, gamma);
}

static void get_profile(png_structp png, png_infop info, slip_raster *raster) {
  png_charp name;
  int compression;
  png_bytep profile = NULL;
  png_uint_32 size = 0;
  raster->profile = NULL;
  raster->profile_size = 0;
  if (!png_get_iCCP(png, info, &name, &compression, &profile, &size)) return;
  raster->profile = profile;
  raster->profile_size = size;
}

slip_codec_status slip_png_start(slip_png_reader *reader, slip_raster *raster) {
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  skip_chunks(reader->png);
  png_read_info(reader->png, reader->info);
  set_transforms(reader->png, reader->info);
  png_read_update_info(reader->png, reader->info);
  raster->width = png_get_image_width(reader->png, reader->info);
  raster->height = png_get_image_height(reader->png, reader->info);
  raster->interlaced = png_get_interlace_type(reader->png, reader->info) != PNG_INTERLACE_NONE;
  static const slip_layout layouts[] = {SLIP_GREY, SLIP_GREY_ALPHA, SLIP_RGB, SLIP_RGBA};
  int channels = png_get_channels(reader->png, reader->info);
  if (channels < 1 || channels > 4 || png_get_bit_depth(reader->png, reader->info) != 8)
    png_error(reader->png, "unexpected sample format");
  raster->layout = layouts[channels - 1];
  get_profile(reader->png, reader->info, raster);
  return SLIP_CODEC_OK;
}

slip_codec_status slip_png_read_row(slip_png_reader *reader, uint8_t *row) {
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  png_read_row(reader->png, row, NULL);
  return SLIP_CODEC_OK;
}

const char *slip_png_message(const slip_png_reader *reader) { return reader->message; }

void slip_png_close(slip_png_reader *reader) {
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}
#endif
