#ifdef SLIP_PICTURES
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

#include "CCodecShims.h"

typedef struct {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  jmp_buf escape;
  slip_codec_status status;
} writer;

static writer *writer_of(j_common_ptr info) { return (writer *)info->client_data; }

static void on_error(j_common_ptr info) { longjmp(writer_of(info)->escape, 1); }
static void no_output(j_common_ptr info) { (void)info; }
static void nothing(j_compress_ptr info) { (void)info; }

static boolean on_full(j_compress_ptr info) {
  writer *self = writer_of((j_common_ptr)info);
  self->status = SLIP_CODEC_NO_ROOM;
  longjmp(self->escape, 1);
}

static void write_profile(j_compress_ptr info, const slip_pixels *pixels) {
  static const char name[12] = "ICC_PROFILE";
  if (!pixels->profile) return;
  jpeg_write_m_header(info, JPEG_APP0 + 2, (unsigned)(sizeof name + 2 + pixels->profile_size));
  for (size_t index = 0; index < sizeof name; index++) jpeg_write_m_byte(info, name[index]);
  jpeg_write_m_byte(info, 1);  // The first of
  jpeg_write_m_byte(info, 1);  // one part.
  for (uint32_t index = 0; index < pixels->profile_size; index++) jpeg_write_m_byte(info, pixels->profile[index]);
}

static void compress(writer *self, const slip_pixels *pixels, int quality, int halves_color) {
  j_compress_ptr info = &self->info;
  int is_grey = pixels->layout == SLIP_GREY;
  info->image_width = pixels->width;
  info->image_height = pixels->height;
  info->input_components = is_grey ? 1 : 3;
  info->in_color_space = is_grey ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(info);
  jpeg_set_quality(info, quality, TRUE);
  info->comp_info[0].h_samp_factor = info->comp_info[0].v_samp_factor = halves_color && !is_grey ? 2 : 1;
  info->dct_method = JDCT_ISLOW;
  info->optimize_coding = TRUE;
  jpeg_start_compress(info, TRUE);
  write_profile(info, pixels);
  while (info->next_scanline < info->image_height) {
    size_t offset = (size_t)info->next_scanline * info->image_width * (size_t)info->input_components;
    JSAMPROW rows[1] = {(JSAMPROW)(pixels->samples + offset)};
    jpeg_write_scanlines(info, rows, 1);
  }
  jpeg_finish_compress(info);
}

slip_codec_status slip_jpeg_write(const slip_pixels *pixels, int quality, int halves_color, uint8_t *buffer,
                                  size_t *size) {
  writer self;
  memset(&self, 0, sizeof self);
  self.status = SLIP_CODEC_BROKEN;
  self.info.err = jpeg_std_error(&self.errors);
  self.errors.error_exit = on_error;
  self.errors.output_message = no_output;
  self.info.client_data = &self;
  self.destination.init_destination = nothing;
  self.destination.empty_output_buffer = on_full;
  self.destination.term_destination = nothing;
  self.destination.next_output_byte = buffer;
  self.destination.free_in_buffer = *size;
  if (setjmp(self.escape) == 0) {
    jpeg_create_compress(&self.info);
    self.info.dest = &self.destination;
    compress(&self, pixels, quality, halves_color);
    *size -= self.destination.free_in_buffer;
    self.status = SLIP_CODEC_OK;
  }
  jpeg_destroy_compress(&self.info);
  return self.status;
}
#endif
