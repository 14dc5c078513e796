// Everything stands in the header.
#include "CCMarkGFMNone.h"
