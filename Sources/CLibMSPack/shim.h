#include <mspack.h>
