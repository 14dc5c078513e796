#ifdef SLIP_HTTP
#include "CCurlShims.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__linux__)
#include <dlfcn.h>

// Few commands make requests, but libcurl brings some thirty other libraries: more than a quarter of the time that the
// program takes to start. So it is loaded with the first request.
#define CALLS(X)                                                                                                   \
  X(curl_global_init) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_reset) X(curl_easy_setopt)               \
  X(curl_easy_perform) X(curl_easy_getinfo) X(curl_easy_strerror) X(curl_slist_append) X(curl_slist_free_all)

#define DECLARE(name) __typeof__(&name) name##_;
static struct { CALLS(DECLARE) } api;

static int load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  int found = library != NULL;
#define LOOK_UP(name) \
  if (found) found = (*(void **)&api.name##_ = dlsym(library, #name)) != NULL;
  CALLS(LOOK_UP)
  return found;
}

#undef curl_easy_setopt
#undef curl_easy_getinfo
#define curl_global_init api.curl_global_init_
#define curl_easy_init api.curl_easy_init_
#define curl_easy_cleanup api.curl_easy_cleanup_
#define curl_easy_reset api.curl_easy_reset_
#define curl_easy_setopt api.curl_easy_setopt_
#define curl_easy_perform api.curl_easy_perform_
#define curl_easy_getinfo api.curl_easy_getinfo_
#define curl_easy_strerror api.curl_easy_strerror_
#define curl_slist_append api.curl_slist_append_
#define curl_slist_free_all api.curl_slist_free_all_
#else
static int load(void) { return 1; }
#endif

struct slip_curl {
  CURL *handle;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void start(void) { is_loaded = load() && curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

slip_curl *slip_curl_open(void) {
  pthread_once(&once, start);
  if (!is_loaded) return NULL;
  slip_curl *curl = calloc(1, sizeof *curl);
  if (!curl) return NULL;
  curl->handle = curl_easy_init();
  if (curl->handle) return curl;
  free(curl);
  return NULL;
}

void slip_curl_close(slip_curl *curl) {
  if (!curl) return;
  curl_easy_cleanup(curl->handle);
  free(curl);
}

static size_t take_header(char *line, size_t size, size_t count, void *request) {
  const slip_curl_request *r = request;
  r->on_header(r->context, line, size * count);
  return size * count;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *request) {
  const slip_curl_request *r = request;
  return r->on_body(r->context, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

static slip_curl_outcome outcome(CURLcode code) {
  switch (code) {
    case CURLE_OK:
      return SLIP_CURL_DONE;
    case CURLE_WRITE_ERROR:
      return SLIP_CURL_STOPPED;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_NOT_BUILT_IN:
    case CURLE_OUT_OF_MEMORY:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
      return SLIP_CURL_LASTING;
    default:
      return SLIP_CURL_PASSING;
  }
}

slip_curl_outcome slip_curl_get(slip_curl *curl, const slip_curl_request *request, long *status,
                                char *message, size_t message_size) {
  CURL *handle = curl->handle;
  char text[CURL_ERROR_SIZE] = "";
  struct curl_slist *headers = NULL;
  for (size_t i = 0; i < request->header_count; i++) {
    struct curl_slist *longer = curl_slist_append(headers, request->headers[i]);
    if (longer) headers = longer;
  }
  // The connection stays, the options don't.
  curl_easy_reset(handle);
  curl_easy_setopt(handle, CURLOPT_URL, request->url);
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_HTTP09_ALLOWED, 0L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "slipconv");
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, request->total_milliseconds);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, request->stall_bytes);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, request->stall_seconds);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, (void *)request);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, (void *)request);
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, text);
  CURLcode code = curl_easy_perform(handle);
  *status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
  snprintf(message, message_size, "%s", text[0] ? text : curl_easy_strerror(code));
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, NULL);
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, NULL);
  curl_slist_free_all(headers);
  return outcome(code);
}
#else
#include "CCurlShims.h"

// What stands for libcurl in a package without the trait `HTTP`: there is no handle, and so no request.
slip_curl *slip_curl_open(void) { return NULL; }
void slip_curl_close(slip_curl *curl) { (void)curl; }
slip_curl_outcome slip_curl_get(slip_curl *curl, const slip_curl_request *request, long *status, char *message,
                                size_t message_size) {
  (void)curl, (void)request, (void)status, (void)message, (void)message_size;
  return SLIP_CURL_LASTING;
}
#endif
