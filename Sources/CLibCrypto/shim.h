// The functions of one digest each. EVP, which OpenSSL recommends, reads the system's configuration before it computes anything,
// which costs more than most notes do.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/md5.h>
#include <openssl/sha.h>
