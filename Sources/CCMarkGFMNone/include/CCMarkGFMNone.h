// What stands for cmark-gfm in a package without the trait `Markdown`, and on systems that lack cmark-gfm: the calls that this
// package makes. There is no parser, so that no tree is ever read.
#ifndef CCMARKGFMNONE_H
#define CCMARKGFMNONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cmark_node cmark_node;
typedef struct cmark_parser cmark_parser;
typedef struct cmark_iter cmark_iter;
typedef struct cmark_mem {
  void *unused;
} cmark_mem;
typedef struct cmark_syntax_extension cmark_syntax_extension;
typedef struct cmark_inline_parser cmark_inline_parser;
typedef struct cmark_llist {
  struct cmark_llist *next;
  void *data;
} cmark_llist;

typedef struct delimiter {
  struct delimiter *previous;
  struct delimiter *next;
  cmark_node *inl_text;
  int32_t length;
  unsigned char delim_char;
} delimiter;

typedef enum {
  CMARK_NODE_DOCUMENT = 0x8001,
  CMARK_NODE_BLOCK_QUOTE,
  CMARK_NODE_LIST,
  CMARK_NODE_ITEM,
  CMARK_NODE_CODE_BLOCK,
  CMARK_NODE_HTML_BLOCK,
  CMARK_NODE_PARAGRAPH = 0x8008,
  CMARK_NODE_HEADING,
  CMARK_NODE_THEMATIC_BREAK,
  CMARK_NODE_FOOTNOTE_DEFINITION,
  CMARK_NODE_TEXT = 0xC001,
  CMARK_NODE_SOFTBREAK,
  CMARK_NODE_LINEBREAK,
  CMARK_NODE_CODE,
  CMARK_NODE_HTML_INLINE,
  CMARK_NODE_EMPH = 0xC007,
  CMARK_NODE_STRONG,
  CMARK_NODE_LINK,
  CMARK_NODE_IMAGE,
  CMARK_NODE_FOOTNOTE_REFERENCE
} cmark_node_type;
typedef enum { CMARK_NO_LIST, CMARK_BULLET_LIST, CMARK_ORDERED_LIST } cmark_list_type;
typedef enum { CMARK_NO_DELIM, CMARK_PERIOD_DELIM, CMARK_PAREN_DELIM } cmark_delim_type;
typedef enum { CMARK_EVENT_NONE, CMARK_EVENT_DONE, CMARK_EVENT_ENTER, CMARK_EVENT_EXIT } cmark_event_type;

typedef void (*cmark_free_func)(cmark_mem *, void *data);
typedef cmark_node *(*cmark_open_block_func)(cmark_syntax_extension *, int indented, cmark_parser *,
                                             cmark_node *parent, unsigned char *input, int length);
typedef cmark_node *(*cmark_match_inline_func)(cmark_syntax_extension *, cmark_parser *, cmark_node *parent,
                                               unsigned char character, cmark_inline_parser *);
typedef delimiter *(*cmark_inline_from_delim_func)(cmark_syntax_extension *, cmark_parser *, cmark_inline_parser *,
                                                   delimiter *opener, delimiter *closer);
typedef int (*cmark_match_block_func)(cmark_syntax_extension *, cmark_parser *, unsigned char *input, int length,
                                      cmark_node *container);

#define CMARK_OPT_FOOTNOTES (1 << 13)
#define CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE (1 << 14)

static inline cmark_syntax_extension *cmark_find_syntax_extension(const char *name) { return 0; }
static inline cmark_mem *cmark_get_default_mem_allocator(void) { return 0; }
static inline void cmark_gfm_core_extensions_ensure_registered(void) {}
static inline uint8_t *cmark_gfm_extensions_get_table_alignments(cmark_node *node) { return 0; }
static inline uint16_t cmark_gfm_extensions_get_table_columns(cmark_node *node) { return 0; }
static inline bool cmark_gfm_extensions_get_tasklist_item_checked(cmark_node *node) { return 0; }
static inline int cmark_inline_parser_get_offset(cmark_inline_parser *parser) { return 0; }
static inline void cmark_inline_parser_push_delimiter(cmark_inline_parser *parser, unsigned char c, int can_open,
    int can_close, cmark_node *inl_text) {}
static inline void cmark_inline_parser_remove_delimiter(cmark_inline_parser *parser, delimiter *delim) {}
static inline void cmark_inline_parser_set_offset(cmark_inline_parser *parser, int offset) {}
static inline void cmark_iter_free(cmark_iter *iter) {}
static inline cmark_node *cmark_iter_get_node(cmark_iter *iter) { return 0; }
static inline cmark_iter *cmark_iter_new(cmark_node *root) { return 0; }
static inline cmark_event_type cmark_iter_next(cmark_iter *iter) { return 0; }
static inline cmark_llist *cmark_llist_append(cmark_mem *mem, cmark_llist *head, void *data) { return 0; }
static inline int cmark_node_append_child(cmark_node *node, cmark_node *child) { return 0; }
static inline cmark_node *cmark_node_first_child(cmark_node *node) { return 0; }
static inline void cmark_node_free(cmark_node *node) {}
static inline int cmark_node_get_end_line(cmark_node *node) { return 0; }
static inline const char *cmark_node_get_fence_info(cmark_node *node) { return 0; }
static inline int cmark_node_get_fenced(cmark_node *node, int *length, int *offset, char *character) { return 0; }
static inline int cmark_node_get_heading_level(cmark_node *node) { return 0; }
static inline cmark_delim_type cmark_node_get_list_delim(cmark_node *node) { return 0; }
static inline int cmark_node_get_list_start(cmark_node *node) { return 0; }
static inline int cmark_node_get_list_tight(cmark_node *node) { return 0; }
static inline cmark_list_type cmark_node_get_list_type(cmark_node *node) { return 0; }
static inline const char *cmark_node_get_literal(cmark_node *node) { return 0; }
static inline int cmark_node_get_start_line(cmark_node *node) { return 0; }
static inline const char *cmark_node_get_string_content(cmark_node *node) { return 0; }
static inline const char *cmark_node_get_title(cmark_node *node) { return 0; }
static inline cmark_node_type cmark_node_get_type(cmark_node *node) { return 0; }
static inline const char *cmark_node_get_type_string(cmark_node *node) { return 0; }
static inline const char *cmark_node_get_url(cmark_node *node) { return 0; }
static inline void *cmark_node_get_user_data(cmark_node *node) { return 0; }
static inline int cmark_node_insert_after(cmark_node *node, cmark_node *sibling) { return 0; }
static inline int cmark_node_insert_before(cmark_node *node, cmark_node *sibling) { return 0; }
static inline cmark_node *cmark_node_last_child(cmark_node *node) { return 0; }
static inline cmark_node *cmark_node_new(cmark_node_type type) { return 0; }
static inline cmark_node *cmark_node_next(cmark_node *node) { return 0; }
static inline cmark_node *cmark_node_parent(cmark_node *node) { return 0; }
static inline cmark_node *cmark_node_previous(cmark_node *node) { return 0; }
static inline int cmark_node_set_fence_info(cmark_node *node, const char *info) { return 0; }
static inline int cmark_node_set_literal(cmark_node *node, const char *content) { return 0; }
static inline int cmark_node_set_string_content(cmark_node *node, const char *content) { return 0; }
static inline int cmark_node_set_syntax_extension(cmark_node *node, cmark_syntax_extension *extension) { return 0; }
static inline int cmark_node_set_user_data(cmark_node *node, void *user_data) { return 0; }
static inline void cmark_node_unlink(cmark_node *node) {}
static inline void cmark_node_unput(cmark_node *node, int n) {}
static inline cmark_node *cmark_parser_add_child(cmark_parser *parser, cmark_node *parent,
    cmark_node_type block_type, int start_column) { return 0; }
static inline void cmark_parser_advance_offset(cmark_parser *parser, const char *input, int count, int columns) {}
static inline int cmark_parser_attach_syntax_extension(cmark_parser *parser,
    cmark_syntax_extension *extension) { return 0; }
static inline void cmark_parser_feed(cmark_parser *parser, const char *buffer, size_t len) {}
static inline cmark_node *cmark_parser_finish(cmark_parser *parser) { return 0; }
static inline void cmark_parser_free(cmark_parser *parser) {}
static inline int cmark_parser_get_first_nonspace(cmark_parser *parser) { return 0; }
static inline int cmark_parser_get_line_number(cmark_parser *parser) { return 0; }
static inline int cmark_parser_get_offset(cmark_parser *parser) { return 0; }
static inline cmark_parser *cmark_parser_new(int options) { return 0; }
static inline void cmark_syntax_extension_free(cmark_mem *mem, cmark_syntax_extension *extension) {}
static inline void *cmark_syntax_extension_get_private(cmark_syntax_extension *extension) { return 0; }
static inline cmark_syntax_extension *cmark_syntax_extension_new(const char *name) { return 0; }
static inline void cmark_syntax_extension_set_emphasis(cmark_syntax_extension *extension, int emphasis) {}
static inline void cmark_syntax_extension_set_inline_from_delim_func(cmark_syntax_extension *extension,
    cmark_inline_from_delim_func func) {}
static inline void cmark_syntax_extension_set_match_block_func(cmark_syntax_extension *extension,
    cmark_match_block_func func) {}
static inline void cmark_syntax_extension_set_match_inline_func(cmark_syntax_extension *extension,
    cmark_match_inline_func func) {}
static inline void cmark_syntax_extension_set_open_block_func(cmark_syntax_extension *extension,
    cmark_open_block_func func) {}
static inline void cmark_syntax_extension_set_private(cmark_syntax_extension *extension, void *priv,
    cmark_free_func free_func) {}
static inline void cmark_syntax_extension_set_special_inline_chars(cmark_syntax_extension *extension,
    cmark_llist *special_chars) {}

#endif
