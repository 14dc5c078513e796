#include "CScanShims.h"
