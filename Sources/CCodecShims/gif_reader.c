#ifdef SLIP_PICTURES
#include <string.h>

#include <gif_lib.h>

#include "whole_picture.h"

typedef struct {
  const uint8_t *data;
  size_t size;
  size_t offset;
} source;

static int read_data(GifFileType *file, GifByteType *out, int count) {
  source *self = file->UserData;
  size_t left = self->size - self->offset;
  size_t step = (size_t)count < left ? (size_t)count : left;
  memcpy(out, self->data + self->offset, step);
  self->offset += step;
  return (int)step;
}

// The colour that shows what lies behind it, or -1; other extensions are passed over.
static int read_extension(GifFileType *file, int *transparent) {
  int code;
  GifByteType *block;
  if (DGifGetExtension(file, &code, &block) == GIF_ERROR) return GIF_ERROR;
  if (block && code == GRAPHICS_EXT_FUNC_CODE) {
    GraphicsControlBlock control;
    if (DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) *transparent = control.TransparentColor;
  }
  while (block)
    if (DGifGetExtensionNext(file, &block) == GIF_ERROR) return GIF_ERROR;
  return GIF_OK;
}

static void put_row(slip_picture *picture, const GifImageDesc *frame, const ColorMapObject *colours, int transparent,
                    int y, const GifPixelType *row) {
  if (frame->Top + y < 0 || (uint32_t)(frame->Top + y) >= picture->height) return;
  uint8_t *out = picture->samples + (size_t)(frame->Top + y) * picture->width * 4;
  for (int x = 0; x < frame->Width; x++) {
    int column = frame->Left + x;
    if (column < 0 || (uint32_t)column >= picture->width || row[x] == transparent || row[x] >= colours->ColorCount)
      continue;
    GifColorType colour = colours->Colors[row[x]];
    uint8_t pixel[4] = {colour.Red, colour.Green, colour.Blue, 255};
    memcpy(out + (size_t)column * 4, pixel, 4);
  }
}

static slip_codec_status read_frame(GifFileType *file, slip_picture *picture, int transparent) {
  static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  const GifImageDesc *frame = &file->Image;
  const ColorMapObject *colours = frame->ColorMap ? frame->ColorMap : file->SColorMap;
  if (!colours || frame->Width <= 0 || frame->Height <= 0) return SLIP_CODEC_BROKEN;
  GifPixelType *row = malloc((size_t)frame->Width);
  if (!row) return SLIP_CODEC_COSTLY;
  slip_codec_status status = SLIP_CODEC_OK;
  int rows = 0;
  for (int pass = 0; pass < (frame->Interlace ? 4 : 1) && status == SLIP_CODEC_OK; pass++) {
    int step = frame->Interlace ? steps[pass] : 1;
    for (int y = frame->Interlace ? starts[pass] : 0; y < frame->Height; y += step, rows++) {
      if (DGifGetLine(file, row, frame->Width) == GIF_ERROR) {
        // Browsers show what is there, too.
        if (rows < frame->Height / 2) status = SLIP_CODEC_TRUNCATED;
        pass = 4;
        break;
      }
      put_row(picture, frame, colours, transparent, y, row);
    }
  }
  free(row);
  return status;
}

static slip_codec_status read_first_frame(GifFileType *file, uint64_t most_pixels, slip_picture *picture) {
  int transparent = NO_TRANSPARENT_COLOR;
  GifRecordType type;
  do {
    if (DGifGetRecordType(file, &type) == GIF_ERROR) return SLIP_CODEC_BROKEN;
    if (type == EXTENSION_RECORD_TYPE && read_extension(file, &transparent) == GIF_ERROR) return SLIP_CODEC_BROKEN;
    if (type == TERMINATE_RECORD_TYPE) return SLIP_CODEC_TRUNCATED;
  } while (type != IMAGE_DESC_RECORD_TYPE);
  if (DGifGetImageDesc(file) == GIF_ERROR) return SLIP_CODEC_BROKEN;
  // A frame of its own size counts against the limit as the whole does.
  if ((uint64_t)file->Image.Width > most_pixels / (uint64_t)(file->Image.Height > 0 ? file->Image.Height : 1))
    return SLIP_CODEC_COSTLY;
  slip_codec_status status =
      slip_picture_allocate(picture, (uint64_t)file->SWidth, (uint64_t)file->SHeight, most_pixels);
  return status == SLIP_CODEC_OK ? read_frame(file, picture, transparent) : status;
}

slip_codec_status slip_gif_read(const uint8_t *data, size_t size, uint64_t most_pixels, slip_picture *picture) {
  source self = {data, size, 0};
  int error;
  memset(picture, 0, sizeof *picture);
  GifFileType *file = DGifOpen(&self, read_data, &error);
  if (!file) return SLIP_CODEC_BROKEN;
  slip_codec_status status = read_first_frame(file, most_pixels, picture);
  DGifCloseFile(file, &error);
  if (status != SLIP_CODEC_OK) slip_picture_free(picture);
  return status;
}

void slip_picture_free(slip_picture *picture) {
  free(picture->samples);
  picture->samples = NULL;
}
#endif
