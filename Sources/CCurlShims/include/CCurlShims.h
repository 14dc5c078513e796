// What Swift cannot call of libcurl: options are set by a function with variable arguments. One request is one
// call; redirects, retries and what an answer means are decided in Swift.
#ifndef CCURLSHIMS_H
#define CCURLSHIMS_H

#include <stddef.h>
#include <stdint.h>

// A handle, which keeps its connection open between requests. One thread at a time may use it.
typedef struct slip_curl slip_curl;

typedef enum slip_curl_outcome {
  SLIP_CURL_DONE = 0,      // There is an answer, whatever its status.
  SLIP_CURL_PASSING,       // The network or the server failed; another try may succeed.
  SLIP_CURL_LASTING,       // Another try fails, too: no such host, no valid certificate.
  SLIP_CURL_STOPPED,       // A callback asked for an end.
} slip_curl_outcome;

typedef struct slip_curl_request {
  const char *url;
  const char *const *headers;   // Each as `Name: value`.
  size_t header_count;
  long connect_milliseconds;
  long total_milliseconds;
  long stall_seconds;           // Slower than the next number for so long, the request fails.
  long stall_bytes;             // Bytes a second.
  void *context;
  // Gets each line of a header with its line end.
  void (*on_header)(void *context, const char *line, size_t length);
  // Gets decoded bytes; 0 ends the request.
  int (*on_body)(void *context, const uint8_t *bytes, size_t length);
} slip_curl_request;

slip_curl *slip_curl_open(void);
void slip_curl_close(slip_curl *curl);

// Makes a GET request for http or https. Redirects are not followed. Bodies in gzip or deflate are decoded.
// Proxies are those of the environment. `message` gets a text for people.
slip_curl_outcome slip_curl_get(slip_curl *curl, const slip_curl_request *request, long *status,
                                char *message, size_t message_size);

#endif
