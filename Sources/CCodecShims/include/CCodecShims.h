// What Swift cannot call of libjpeg and libpng, because they report errors by longjmp, and what is simpler in C of
// libtiff, giflib and libwebp: callbacks and macros.
// Every function catches jumps itself: none ever crosses a Swift frame. Nothing here decides anything
// about pictures but what must be decided inside a callback.
#ifndef CCODECSHIMS_H
#define CCODECSHIMS_H

#include <stddef.h>
#include <stdint.h>

typedef enum slip_codec_status {
  SLIP_CODEC_OK = 0,
  SLIP_CODEC_BROKEN,       // The data breaks the format's rules.
  SLIP_CODEC_TRUNCATED,    // The data ends, or breaks off, before most of the picture is there.
  SLIP_CODEC_UNSUPPORTED,  // A coding that the library lacks, such as lossless JPEG.
  SLIP_CODEC_COSTLY,       // Decoding would take more memory or passes than allowed.
  SLIP_CODEC_NO_ROOM,      // A writer's result does not fit into the buffer.
} slip_codec_status;

// How the samples of a row are to be understood; always 8 bits each.
typedef enum slip_layout {
  SLIP_GREY = 0,
  SLIP_GREY_ALPHA,
  SLIP_RGB,
  SLIP_RGBA,
  SLIP_CMYK,           // 0 is no ink.
  SLIP_CMYK_INVERTED,  // 255 is no ink, as Adobe's programs write it.
} slip_layout;

// What a reader will deliver: known after its start function.
typedef struct slip_raster {
  uint32_t width;
  uint32_t height;
  slip_layout layout;
  int interlaced;               // PNG: rows come pass by pass (Adam7), each row holds its pass's pixels only.
  const uint8_t *_Nullable profile;  // PNG: the ICC profile, valid while the reader lives; or NULL.
  uint32_t profile_size;
} slip_raster;

// JPEG, reading. `data` must stay valid until close.
typedef struct slip_jpeg_reader slip_jpeg_reader;
slip_jpeg_reader *_Nullable slip_jpeg_open(const uint8_t *_Nonnull data, size_t size, size_t memory_limit);
// Begins to decode at `eighths`/8 of the size.
slip_codec_status slip_jpeg_start(slip_jpeg_reader *_Nonnull reader, unsigned eighths, slip_raster *_Nonnull raster);
slip_codec_status slip_jpeg_read_row(slip_jpeg_reader *_Nonnull reader, uint8_t *_Nonnull row);
const char *_Nonnull slip_jpeg_message(const slip_jpeg_reader *_Nonnull reader);
void slip_jpeg_close(slip_jpeg_reader *_Nonnull reader);

// PNG, reading. `data` must stay valid until close.
typedef struct slip_png_reader slip_png_reader;
slip_png_reader *_Nullable slip_png_open(const uint8_t *_Nonnull data, size_t size, uint32_t side_limit);
slip_codec_status slip_png_start(slip_png_reader *_Nonnull reader, slip_raster *_Nonnull raster);
// The next row of the current pass; `row` must hold a row of the whole picture.
slip_codec_status slip_png_read_row(slip_png_reader *_Nonnull reader, uint8_t *_Nonnull row);
const char *_Nonnull slip_png_message(const slip_png_reader *_Nonnull reader);
void slip_png_close(slip_png_reader *_Nonnull reader);

// A whole picture: RGBA, 8 bits each, rows from the top without gaps; alpha is not multiplied into the colours.
// The caller frees `samples` with `slip_picture_free`.
typedef struct slip_picture {
  uint8_t *_Nullable samples;
  uint32_t width;
  uint32_t height;
} slip_picture;

// GIF, TIFF and WebP, reading: the first picture of the file. `SLIP_CODEC_COSTLY` for one of more than `most_pixels`.
slip_codec_status slip_gif_read(const uint8_t *_Nonnull data, size_t size, uint64_t most_pixels,
                                slip_picture *_Nonnull picture);
slip_codec_status slip_tiff_read(const uint8_t *_Nonnull data, size_t size, uint64_t most_pixels,
                                 slip_picture *_Nonnull picture);
slip_codec_status slip_webp_read(const uint8_t *_Nonnull data, size_t size, uint64_t most_pixels,
                                 slip_picture *_Nonnull picture);
void slip_picture_free(slip_picture *_Nonnull picture);

// Pixels to be written, rows one after the other without gaps; the layout is one of grey, RGB and, for PNG,
// those with alpha.
typedef struct slip_pixels {
  const uint8_t *_Nonnull samples;
  uint32_t width;
  uint32_t height;
  slip_layout layout;
  const uint8_t *_Nullable profile;  // An ICC profile of fewer than 65,000 bytes, or NULL.
  uint32_t profile_size;
} slip_pixels;

// Both give the number of bytes written in `*size`, whose value on entry is the buffer's size.
// `halves_color`: colour at half the resolution both ways (4:2:0).
slip_codec_status slip_jpeg_write(const slip_pixels *_Nonnull pixels, int quality, int halves_color,
                                  uint8_t *_Nonnull buffer, size_t *_Nonnull size);
slip_codec_status slip_png_write(const slip_pixels *_Nonnull pixels, int level, uint8_t *_Nonnull buffer,
                                 size_t *_Nonnull size);

#endif
