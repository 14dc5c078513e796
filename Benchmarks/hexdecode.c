// Measures the decoding of hexadecimal digits in lines of 128, as pictures have them. Prints gigabytes per second.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "CHexShims.h"

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

int main(void) {
  enum { lines = 4096, line = 128, rounds = 2000 };
  unsigned char *digits = malloc(lines * (line + 1)), *bytes = malloc(lines * line / 2);
  if (!digits || !bytes) return 1;
  srand(3);
  for (size_t i = 0; i < lines * (line + 1); i++) digits[i] = "0123456789abcdef"[rand() & 15];
  size_t read = 0;
  double begin = seconds();
  for (int round = 0; round < rounds; round++)
    for (size_t i = 0; i < lines; i++)
      read += slip_hex_decode(digits + i * (line + 1), line, bytes + i * line / 2).count;
  printf("%.3f\n", read / (seconds() - begin) / 1e9);
  return bytes[7] == 255;
}
