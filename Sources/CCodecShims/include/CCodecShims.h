#ifndef CCODECSHIMS_H
#define CCODECSHIMS_H
#include <stddef.h>
#include <stdint.h>
#endif
