#ifdef SLIP_PICTURES
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

#include "CCodecShims.h"

// Passes over the blocks of one picture: each scan of a progressive file is one. Real files have about ten.
enum { FREE_SCANS = 20 };
static const double MOST_BLOCK_VISITS = 100e6;

struct slip_jpeg_reader {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  slip_codec_status status;
  char message[JMSG_LENGTH_MAX];
  int has_ended;             // The data ran out, and an end marker was made up.
  unsigned components_seen;  // Bit set of the components whose first coefficients came.
};

static slip_jpeg_reader *reader_of(j_common_ptr info) { return (slip_jpeg_reader *)info->client_data; }

static void fail(slip_jpeg_reader *reader, slip_codec_status status, const char *message) {
  reader->status = status;
  snprintf(reader->message, sizeof reader->message, "%s", message);
  longjmp(reader->escape, 1);
}

static void on_error(j_common_ptr info) {
  slip_jpeg_reader *reader = reader_of(info);
  info->err->format_message(info, reader->message);
  switch (info->err->msg_code) {
    case JERR_SOF_UNSUPPORTED:
    case JERR_BAD_PRECISION:
    case JERR_ARITH_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_IMAGE_TOO_BIG:
      reader->status = SLIP_CODEC_UNSUPPORTED;
      break;
    case JERR_NO_BACKING_STORE:
    case JERR_OUT_OF_MEMORY:
      reader->status = SLIP_CODEC_COSTLY;
      break;
    default:
      reader->status = reader->has_ended ? SLIP_CODEC_TRUNCATED : SLIP_CODEC_BROKEN;
  }
  longjmp(reader->escape, 1);
}

// Called where the rest of the current scan is lost: what came before must be at least half of the picture.
// A scan that only refines the picture may get lost.
static void data_breaks_off(slip_jpeg_reader *reader) {
  j_decompress_ptr info = &reader->info;
  int refines = info->progressive_mode && (info->Ss != 0 || info->Ah != 0);
  if (!refines && 2 * (unsigned long long)info->input_iMCU_row + 1 < info->total_iMCU_rows)
    fail(reader, SLIP_CODEC_TRUNCATED, "most of the picture's data is missing");
}

static void on_message(j_common_ptr common, int level) {
  if (level >= 0) return;
  slip_jpeg_reader *reader = reader_of(common);
  common->err->num_warnings++;
  // Without restart markers nothing can be decoded behind an unexpected marker.
  if (common->err->msg_code == JWRN_HIT_MARKER && (reader->has_ended || reader->info.restart_interval == 0))
    data_breaks_off(reader);
}

static void no_output(j_common_ptr info) { (void)info; }
static void no_source(j_decompress_ptr info) { (void)info; }

static boolean at_end(j_decompress_ptr info) {
  static const JOCTET end_marker[2] = {0xFF, JPEG_EOI};
  slip_jpeg_reader *reader = reader_of((j_common_ptr)info);
  if (info->total_iMCU_rows == 0) fail(reader, SLIP_CODEC_TRUNCATED, "the data ends within the header");
  reader->has_ended = 1;
  // Arithmetic decoding goes on without a warning.
  if (info->arith_code) data_breaks_off(reader);
  info->src->next_input_byte = end_marker;
  info->src->bytes_in_buffer = sizeof end_marker;
  return TRUE;
}

static void skip(j_decompress_ptr info, long count) {
  if (count <= 0) return;
  size_t left = info->src->bytes_in_buffer;
  size_t step = (unsigned long)count < left ? (size_t)count : left;
  info->src->next_input_byte += step;
  info->src->bytes_in_buffer -= step;
}

// Called before each row of blocks of a file with several scans.
static void on_progress(j_common_ptr common) {
  slip_jpeg_reader *reader = reader_of(common);
  j_decompress_ptr info = &reader->info;
  if (info->Ss == 0) {
    for (int index = 0; index < info->comps_in_scan; index++)
      reader->components_seen |= 1u << info->cur_comp_info[index]->component_index;
  }
  if (info->input_scan_number <= FREE_SCANS) return;
  double blocks = 0;
  for (int index = 0; index < info->num_components; index++)
    blocks += (double)info->comp_info[index].width_in_blocks * info->comp_info[index].height_in_blocks;
  if (blocks * info->input_scan_number > MOST_BLOCK_VISITS)
    fail(reader, SLIP_CODEC_COSTLY, "the picture has too many scans");
}

slip_jpeg_reader *slip_jpeg_open(const uint8_t *data, size_t size, size_t memory_limit) {
  slip_jpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->info.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = on_error;
  reader->errors.emit_message = on_message;
  reader->errors.output_message = no_output;
  reader->info.client_data = reader;
  if (setjmp(reader->escape)) {
    slip_jpeg_close(reader);
    return NULL;
  }
  jpeg_create_decompress(&reader->info);
  reader->info.mem->max_memory_to_use = (long)memory_limit;
  reader->source.init_source = no_source;
  reader->source.fill_input_buffer = at_end;
  reader->source.skip_input_data = skip;
  reader->source.resync_to_restart = jpeg_resync_to_restart;
  reader->source.term_source = no_source;
  reader->source.next_input_byte = data;
  reader->source.bytes_in_buffer = size;
  reader->info.src = &reader->source;
  reader->progress.progress_monitor = on_progress;
  reader->info.progress = &reader->progress;
  return reader;
}

static void choose_colours(slip_jpeg_reader *reader, slip_raster *raster) {
  j_decompress_ptr info = &reader->info;
  switch (info->jpeg_color_space) {
    case JCS_GRAYSCALE:
      info->out_color_space = JCS_GRAYSCALE;
      raster->layout = SLIP_GREY;
      return;
    case JCS_YCbCr:
    case JCS_RGB:
      info->out_color_space = JCS_RGB;
      raster->layout = SLIP_RGB;
      return;
    case JCS_CMYK:
    case JCS_YCCK:
      info->out_color_space = JCS_CMYK;
      raster->layout = info->saw_Adobe_marker ? SLIP_CMYK_INVERTED : SLIP_CMYK;
      return;
    default:
      fail(reader, SLIP_CODEC_UNSUPPORTED, "the picture's colour space is unknown");
  }
}

slip_codec_status slip_jpeg_start(slip_jpeg_reader *reader, unsigned eighths, slip_raster *raster) {
  if (setjmp(reader->escape)) return reader->status;
  j_decompress_ptr info = &reader->info;
  jpeg_read_header(info, TRUE);
  choose_colours(reader, raster);
  info->scale_num = eighths;
  info->scale_denom = 8;
  info->dct_method = JDCT_ISLOW;
  jpeg_start_decompress(info);
  if (jpeg_has_multiple_scans(info) && reader->components_seen + 1 != 1u << info->num_components)
    fail(reader, SLIP_CODEC_TRUNCATED, "a colour component is missing");
  raster->width = info->output_width;
  raster->height = info->output_height;
  raster->interlaced = 0;
  raster->profile = NULL;
  raster->profile_size = 0;
  return SLIP_CODEC_OK;
}

slip_codec_status slip_jpeg_read_row(slip_jpeg_reader *reader, uint8_t *row) {
  if (setjmp(reader->escape)) return reader->status;
  JSAMPROW rows[1] = {row};
  if (jpeg_read_scanlines(&reader->info, rows, 1) != 1)
    fail(reader, SLIP_CODEC_TRUNCATED, "a row is missing");
  return SLIP_CODEC_OK;
}

const char *slip_jpeg_message(const slip_jpeg_reader *reader) { return reader->message; }

void slip_jpeg_close(slip_jpeg_reader *reader) {
  jpeg_destroy_decompress(&reader->info);
  free(reader);
}
#endif
