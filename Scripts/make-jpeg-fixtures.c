// Writes the JPEGs of Fixtures/images: 40 × 24, quadrants red, green, blue, white (grey: 255, 0, 85, 170).
// Called by make-image-fixtures.py.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

enum { WIDTH = 40, HEIGHT = 24 };

typedef struct {
  const char *name;
  J_COLOR_SPACE input, stored;
  int progressive, arithmetic, restart, inverted, noise, width, height;
} kind;

static const kind kinds[] = {
    {"jpeg-baseline.jpg", JCS_RGB, JCS_YCbCr, 0, 0, 0, 0, 0, WIDTH, HEIGHT},
    {"jpeg-progressive.jpg", JCS_RGB, JCS_YCbCr, 1, 0, 0, 0, 0, WIDTH, HEIGHT},
    {"jpeg-restart.jpg", JCS_RGB, JCS_YCbCr, 0, 0, 1, 0, 0, WIDTH, HEIGHT},
    {"jpeg-rgb.jpg", JCS_RGB, JCS_RGB, 0, 0, 0, 0, 0, WIDTH, HEIGHT},
    {"jpeg-grey.jpg", JCS_GRAYSCALE, JCS_GRAYSCALE, 0, 0, 0, 0, 0, WIDTH, HEIGHT},
    {"jpeg-grey-progressive.jpg", JCS_GRAYSCALE, JCS_GRAYSCALE, 1, 0, 0, 0, 0, WIDTH, HEIGHT},
    {"jpeg-cmyk.jpg", JCS_CMYK, JCS_CMYK, 0, 0, 0, 1, 0, WIDTH, HEIGHT},
    {"jpeg-ycck.jpg", JCS_CMYK, JCS_YCCK, 0, 0, 0, 1, 0, WIDTH, HEIGHT},
    {"jpeg-cmyk-plain.jpg", JCS_CMYK, JCS_CMYK, 0, 0, 0, 0, 0, WIDTH, HEIGHT},
    {"jpeg-arithmetic.jpg", JCS_RGB, JCS_YCbCr, 0, 1, 0, 0, 0, WIDTH, HEIGHT},
    {"jpeg-noise.jpg", JCS_RGB, JCS_YCbCr, 0, 0, 0, 0, 1, 80, 160},
    {"jpeg-large-progressive.jpg", JCS_GRAYSCALE, JCS_GRAYSCALE, 2, 0, 0, 0, 0, 2048, 2048},
};

static const unsigned char colors[4][3] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}};
static const unsigned char greys[4] = {255, 0, 85, 170};

// One for the means of blocks, one for the rest.
static const jpeg_scan_info two_scans[2] = {{1, {0}, 0, 0, 0, 0}, {1, {0}, 1, 63, 0, 0}};

static void fill(const kind *k, unsigned char *row, int y) {
  static unsigned seed = 1;
  for (int x = 0; x < k->width; x++) {
    int quadrant = (x >= k->width / 2) + 2 * (y >= k->height / 2);
    if (k->noise) {
      for (int c = 0; c < 3; c++) row[3 * x + c] = (seed = seed * 1103515245 + 12345) >> 24;
    } else if (k->input == JCS_GRAYSCALE) {
      row[x] = greys[quadrant];
    } else if (k->input == JCS_RGB) {
      memcpy(row + 3 * x, colors[quadrant], 3);
    } else {
      // Full black ink is never used; ink is what a colour lacks.
      for (int c = 0; c < 3; c++) row[4 * x + c] = k->inverted ? colors[quadrant][c] : 255 - colors[quadrant][c];
      row[4 * x + 3] = k->inverted ? 255 : 0;
    }
  }
}

static void write_kind(const kind *k, const char *folder) {
  char path[1000];
  snprintf(path, sizeof path, "%s/%s", folder, k->name);
  FILE *file = fopen(path, "wb");
  if (!file) exit(1);
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  jpeg_stdio_dest(&info, file);
  info.image_width = k->width;
  info.image_height = k->height;
  info.input_components = k->input == JCS_GRAYSCALE ? 1 : k->input == JCS_RGB ? 3 : 4;
  info.in_color_space = k->input;
  jpeg_set_defaults(&info);
  jpeg_set_colorspace(&info, k->stored);
  jpeg_set_quality(&info, 90, TRUE);
  info.arith_code = k->arithmetic;
  info.optimize_coding = !k->arithmetic;
  info.restart_interval = k->restart;
  if (k->input == JCS_CMYK && !k->inverted) info.write_Adobe_marker = FALSE;
  if (k->progressive == 1) jpeg_simple_progression(&info);
  if (k->progressive == 2) {
    info.scan_info = two_scans;
    info.num_scans = 2;
  }
  jpeg_start_compress(&info, TRUE);
  unsigned char row[4 * 2048], *rows[1] = {row};
  for (int y = 0; y < k->height; y++) {
    fill(k, row, y);
    jpeg_write_scanlines(&info, rows, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  fclose(file);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index++) write_kind(&kinds[index], arguments[1]);
  return 0;
}
