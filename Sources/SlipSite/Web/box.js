// The start page of a site of notes: folders, a list that is searched, sorted and divided, and the note beside it.
(() => {
'use strict';
const {$, up, data, load, words, asked, input} = window.slipSite;
const folderOf = (number) => (number / meta.dir | 0) + '/';

// MARK: Data

// Numbers: 60 digits end one, 31 go on, the lowest first.
const digit = (code) => code < 92 ? code - 35 : code - 36;
const fixed = (text, at, count) => {
  let value = 0;
  for (let i = at + count - 1; i >= at; i--) value = value * 91 + digit(text.charCodeAt(i));
  return value;
};
let meta, cols, tools;
const chunk = (slot) => data.get('l' + (slot / meta.chunk | 0));
const lines = (part, name) => part['_' + name] ||= part[name].split('\n');
const title = (slot) => lines(chunk(slot), 't')[slot % meta.chunk];
const clean = (text) => text.replace(/[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\x00-\x1f\x7f]/g, ' ').trim() || 'Untitled';
const keywordsOf = (slot) => lines(chunk(slot), 'k')[slot % meta.chunk].split(',').filter(Boolean).map(Number);
const uuid = (slot) => {
  const code = chunk(slot).u.substr(slot % meta.chunk * 22, 22).replace(/-/g, '+').replace(/_/g, '/');
  let hex = '';
  for (const sign of atob(code + '==')) hex += sign.charCodeAt(0).toString(16).padStart(2, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
const address = (slot) => { const id = uuid(slot); return `n/${id.slice(0, 2)}/${id}.html`; };
const STATUS = ['draft', 'review', 'archived'];
const EPOCH = 62135596801;

let started;
const ready = () => started ||= Promise.all([load('meta0', 'meta.js'), words()]).then(async ([m, w]) => {
  meta = m;
  tools = w;
  const count = Math.ceil(m.n / m.chunk);
  await Promise.all(Array.from({length: count}, (_, i) => load('l' + i, `l/${i}.js`)));
  const n = m.n;
  cols = {m: new Float64Array(n), c: new Float64Array(n), micro: new Uint32Array(n), n: new Uint32Array(n), f: new Int32Array(n), s: new Uint8Array(n)};
  for (let i = 0; i < n; i++) {
    const part = chunk(i), j = i % m.chunk;
    cols.m[i] = fixed(part.m, j * 6, 6);
    cols.c[i] = fixed(part.c, j * 6, 6);
    if (m.micro) cols.micro[i] = fixed(part.M, j * 4, 4);
    cols.n[i] = fixed(part.n, j * 4, 4);
    cols.f[i] = fixed(part.f, j * 3, 3) - 1;
    cols.s[i] = part.s.charCodeAt(j) - 35;
  }
});
// Why a search has no answer: another one has begun, or it asks what a site doesn't have.
class Stopped extends Error {}
class Refused extends Error {}
const firstFrom = (list, word) => {
  let low = 0, high = list.length;
  while (low < high) { const middle = low + high >> 1; if (list[middle] < word) low = middle + 1; else high = middle; }
  return low;
};
const folderPath = (number) => { const names = []; for (let f = number; f >= 0 && names.length < 100; f = meta.folders[f][1]) names.push(meta.folders[f][0]); return names.reverse().join('/'); };
const keywordPath = (number) => { const names = []; for (let k = number; k >= 0 && names.length < 100; k = meta.keywords[k][1]) names.push(meta.keywords[k][0]); return names.reverse().join('/'); };
const opening = async (slot) => {
  const number = slot / meta.open | 0;
  const key = 'E' + number;
  if (!data.has(key)) data.set(key, (await load('e' + number, `e/${number}.js`)).split('\n'));
  return data.get(key)[slot % meta.open];
};

// Searching is a file of its own, which comes after the list.
let finder;
const find = () => finder ||= ready().then(() => load('find0', 'find.js')).then((make) => make({meta, cols, tools, data, load, title, keywordsOf, uuid, clean, digit, fixed, folderOf, firstFrom, folderPath, keywordPath, STATUS, EPOCH, Stopped, Refused}));
window.slipSearch = async (text) => (await (await find()).search(text)).hits.map(uuid);

// MARK: The list

const ROW = 70, HEAD = 28;
const element = (name, attributes = {}, ...inside) => { const made = document.createElement(name); for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value); made.append(...inside); return made; };
const dayOf = (seconds) => seconds ? new Date((seconds - EPOCH) * 1e3).toISOString().slice(0, 10) : '';
class List {
  constructor(box) {
    Object.assign(this, {box, items: [], tops: new Float64Array(1), terms: [], made: new Map(), current: 0, turn: 0, open: -1});
    this.rows = element('ol', {class: 'rows', role: 'list'});
    box.append(this.rows);
    let isDue = false;
    box.addEventListener('scroll', () => { if (isDue) return; isDue = true; requestAnimationFrame(() => { isDue = false; this.draw(); }); }, {passive: true});
    addEventListener('resize', () => this.draw());
    this.rows.addEventListener('keydown', (event) => this.key(event));
    this.rows.addEventListener('click', (event) => { const link = event.target.closest('a'); if (link) this.choose(+link.dataset.place); });
  }
  // Shows notes; texts among them begin sections.
  set(items, terms, isSame = false) {
    this.turn++;
    Object.assign(this, {items, terms});
    this.tops = new Float64Array(items.length);
    let y = 0;
    for (let i = 0; i < items.length; i++) { this.tops[i] = y; y += typeof items[i] === 'string' ? HEAD : ROW; }
    this.rows.style.height = y + 'px';
    if (isSame && this.rows.contains(document.activeElement)) return;
    this.current = typeof items[0] === 'string' ? 1 : 0;
    this.rows.replaceChildren();
    this.made.clear();
    if (!isSame) this.box.scrollTop = 0;
    this.draw();
  }
  // Only rows in view exist.
  draw() {
    const top = this.box.scrollTop, bottom = top + this.box.clientHeight, keep = new Set();
    for (let i = Math.max(0, firstFrom(this.tops, top) - 4); i < this.items.length && this.tops[i] < bottom + 200; i++) {
      keep.add(i);
      if (!this.made.has(i)) { const row = this.row(i); this.made.set(i, row); this.rows.append(row); }
    }
    for (const [i, row] of this.made) if (!keep.has(i) && !row.contains(document.activeElement)) { row.remove(); this.made.delete(i); }
  }
  row(i) {
    const slot = this.items[i], row = element('li');
    row.style.top = this.tops[i] + 'px';
    if (typeof slot === 'string') { row.className = 'head'; row.append(element('bdi', {}, slot)); return row; }
    const turn = this.turn, link = element('a', {tabindex: i === this.current ? 0 : -1}, element('bdi', {}, clean(title(slot)))), text = element('p');
    link.href = up + address(slot) + this.sought;
    if (matchMedia('(min-width:50em)').matches) link.target = 'note';
    link.dataset.id = uuid(slot);
    link.dataset.place = i;
    if (cols.s[slot] / 3 & 1) link.append(' ', element('span', {role: 'img', 'aria-label': 'Favorite'}, '★'));
    row.append(link, text);
    if (slot === this.open) row.setAttribute('aria-current', 'true');
    const picture = lines(chunk(slot), 'h')[slot % meta.chunk];
    if (picture) { const image = element('img', {alt: '', loading: 'lazy'}); image.src = `${up}t/${picture.slice(0, 2)}/${picture}`; row.className = 'pictured'; row.append(image); }
    const day = dayOf(cols.m[slot] || cols.c[slot]), state = cols.s[slot] % 3 ? STATUS[cols.s[slot] % 3] : '', facts = [day, state].filter(Boolean).join(' · ');
    text.textContent = facts;
    const rest = this.terms.length && meta.texts ? find().then((finder) => finder.snippet(slot, this.terms)).then((found) => found || opening(slot)) : opening(slot);
    rest.then((found) => { if (turn === this.turn && found) text.append(facts ? ' · ' : '', element('bdi', {}, ...[].concat(found))); }).catch(() => {});
    return row;
  }
  get sought() {
    const list = this.terms.flatMap(({words: {words: all, isPrefix}}) => all.map((word, j) => word + (isPrefix && j === all.length - 1 ? '*' : '')));
    return list.length ? '#q=' + encodeURIComponent(list.join(' ')) : '';
  }
  choose(i) {
    this.current = i;
    this.open = this.items[i];
    for (const row of this.rows.querySelectorAll('[aria-current]')) row.removeAttribute('aria-current');
    if (this.made.has(i)) this.made.get(i).setAttribute('aria-current', 'true');
  }
  focus(i) {
    if (typeof this.items[i] === 'string') i += i > this.current || i === 0 ? 1 : -1;
    if (i < 0 || i >= this.items.length) return;
    this.current = i;
    const {box} = this, top = this.tops[i];
    if (top < box.scrollTop + HEAD) box.scrollTop = top - HEAD; else if (top + ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW - box.clientHeight;
    this.draw();
    for (const link of this.rows.querySelectorAll('a')) link.tabIndex = +link.dataset.place === i ? 0 : -1;
    this.made.get(i).querySelector('a').focus({preventScroll: true});
  }
  key(event) {
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8}[event.key];
    const to = step ? this.current + step : event.key === 'Home' ? 0 : event.key === 'End' ? this.items.length - 1 : null;
    if (to === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const isFirst = this.current <= (typeof this.items[0] === 'string' ? 1 : 0);
    if (step === -1 && isFirst) input.focus(); else this.focus(Math.min(this.items.length - 1, Math.max(0, to)));
  }
}

// MARK: Order and sections

const collator = new Intl.Collator(undefined, {numeric: true});
const orders = {
  modified: (a, b) => cols.m[b] - cols.m[a] || cols.micro[b] - cols.micro[a] || a - b,
  created: (a, b) => cols.c[b] - cols.c[a] || a - b,
  title: null,
};
const titleOrder = () => {
  if (!cols.titles) { const names = Array.from({length: meta.n}, (_, i) => clean(title(i))); cols.titles = new Uint32Array(meta.n); names.map((_, i) => i).sort((a, b) => collator.compare(names[a], names[b]) || a - b).forEach((slot, place) => { cols.titles[slot] = place; }); }
  return (a, b) => cols.titles[a] - cols.titles[b];
};
const MONTH = new Intl.DateTimeFormat(undefined, {month: 'long', year: 'numeric', timeZone: 'UTC'}), DAY = new Intl.DateTimeFormat(undefined, {dateStyle: 'full', timeZone: 'UTC'});
const named = (format) => { const memo = new Map(); return (seconds) => { if (!seconds) return 'No date'; const key = Math.floor((seconds - EPOCH) / 86400); if (!memo.has(key)) memo.set(key, format.format(key * 864e5)); return memo.get(key); }; };
// A function that names the section of a note, and the key by which sections are ordered.
const divisions = {
  month: (column) => [named(MONTH), column],
  day: (column) => [named(DAY), column],
  status: () => [(slot) => STATUS[cols.s[slot] % 3].replace(/^./, (sign) => sign.toUpperCase()), (slot) => cols.s[slot] % 3],
  folder: () => [(slot) => cols.f[slot] < 0 ? 'No folder' : folderPath(cols.f[slot]), (slot) => cols.f[slot] < 0 ? meta.folders.length : cols.f[slot]],
};
const divided = (slots, order, by) => {
  const column = order === 'created' ? cols.c : cols.m;
  if (by === 'month' || by === 'day') {
    if (order === 'title') return slots;
    const [name] = divisions[by](column), items = [];
    let last;
    for (const slot of slots) { const head = name(column[slot]); if (head !== last) items.push(last = head); items.push(slot); }
    return items;
  }
  if (!divisions[by]) return slots;
  const [name, key] = divisions[by](), groups = new Map();
  for (const slot of slots) { const k = key(slot); if (!groups.has(k)) groups.set(k, []); groups.get(k).push(slot); }
  return [...groups.keys()].sort((a, b) => a - b).flatMap((k) => [name(groups.get(k)[0]), ...groups.get(k)]);
};

// MARK: The page

let list, sort, section, status, running = null;
const shown = (text) => {
  const by = sort.value || (text ? 'best' : 'modified');
  return {by, compare: by === 'title' ? titleOrder() : orders[by], section: section.value === 'auto' ? (text ? 'none' : 'month') : section.value};
};
const show = async (text, typed = text) => {
  if (running) running.isStopped = true;
  const run = running = {isStopped: false}, start = performance.now();
  const tell = (number, message) => {
    status.textContent = message || (number === 1 ? '1 note' : number.toLocaleString('en') + ' notes');
    status.dataset.count = number;
    status.dataset.q = typed;
    window.slipTook = performance.now() - start;
  };
  try {
    await ready();
    const found = text.trim() ? await (await find()).search(text, {few: !sort.value && section.value === 'auto', run}) : {hits: Array.from({length: meta.n}, (_, i) => i), terms: [], rest: null};
    if (run.isStopped) return;
    const view = shown(text.trim());
    const slots = view.compare ? found.hits.slice().sort(view.compare) : found.hits;
    list.set(divided(slots, view.by, view.section), found.terms);
    tell(slots.length);
    setTimeout(find, 50);
    if (found.rest) setTimeout(() => { if (!run.isStopped) list.set(found.rest(), found.terms, true); }, 250);
  } catch (error) {
    if (error instanceof Stopped || run.isStopped) return;
    list.set([], []);
    tell(0, error instanceof Refused ? error.message : 'This can’t be searched: ' + error.message);
  }
};
// While somebody types, the last word stands for all that begin with it, from its second letter on.
const typing = (text) => /[\p{L}\p{N}]$/u.test(text) && /(?:^|\s)(?:title:|text:)?[^\s":#()-]{2,}$/u.test(text) && !/"[^"]*$/.test(text) && text.split('"').length % 2 ? text + '*' : text;
let timer;
const changed = (isTyping) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    history.replaceState(null, '', input.value ? '#q=' + encodeURIComponent(input.value) : '#');
    show(isTyping ? typing(input.value) : input.value, input.value);
    press();
  }, isTyping ? 40 : 0);
};
// Parts of a search that buttons write into it.
const tokens = () => input.value.match(/-?(?:[^\s"]*"[^"]*"?\S*|\S+)/gu) || [];
const toggle = (token, group) => {
  const all = tokens(), has = all.includes(token);
  input.value = [...all.filter((part) => part !== token && !(group && group.test(part))), ...(has ? [] : [token])].join(' ');
  changed(false);
};
const press = () => { const all = tokens(); for (const button of document.querySelectorAll('[data-token]')) button.setAttribute('aria-pressed', all.includes(button.dataset.token)); };
// The scope stands before each word of a search.
const scope = (name) => {
  input.value = tokens().map((part) => {
    const bare = part.replace(/^(-?)(?:title|text):/, '$1');
    return /^-?(?:OR|NOT|#.*|[a-z-]+:.*|[()].*|\/.*)$/.test(bare) || !name ? bare : bare.replace(/^-?/, (minus) => minus + name + ':');
  }).join(' ');
  changed(false);
};
const quotedName = (text) => text.includes('"') ? null : '"' + text + '"';
// A link of the first column as a search; null where only its page can show it.
const searchOf = (link) => {
  if (link.dataset.q !== undefined) return link.dataset.q;
  const base = link.getAttribute('href').replace(/\.html$/, ''), at = (entries, place) => entries.findIndex((entry) => entry[place] === base);
  let number = at(meta.folders, 2), name;
  if (number >= 0) return (name = quotedName(folderPath(number))) && 'folder:' + name;
  if ((number = at(meta.keywords, 2)) >= 0) return (name = quotedName(keywordPath(number).includes('/') ? keywordPath(number) : meta.keywords[number][0])) && 'keyword:=' + name;
  if ((number = at(meta.saved, 1)) >= 0) return (name = quotedName(folderPath(meta.saved[number][0]))) && 'saved:' + name;
  return null;
};
const select = (name, label, options) => element('select', {'data-slip': name, 'aria-label': label}, ...options.map(([value, text]) => element('option', {value}, text)));
const begin = () => {
  const app = $('[data-slip=app]'), frame = $('iframe');
  status = element('span', {role: 'status', 'data-slip': 'status'});
  const box = element('div', {class: 'list', 'data-slip': 'list'}), tokenRow = element('div', {class: 'tokens', role: 'group', 'aria-label': 'Narrow the search'});
  for (const [token, text] of [['is:favorite', '★ Favorite'], ['status:draft', 'Draft'], ['status:review', 'Review'], ['status:archived', 'Archived']]) {
    const button = element('button', {type: 'button', 'data-token': token, 'aria-pressed': 'false'}, text);
    button.addEventListener('click', () => toggle(token, token.startsWith('status') ? /^status:/ : null));
    tokenRow.append(button);
  }
  const bar = element('div', {class: 'bar'}, select('sort', 'Sort', [['', 'Sort'], ['modified', 'By change'], ['created', 'By creation'], ['title', 'By title']]), select('section', 'Sections', [['auto', 'Sections'], ['day', 'Days'], ['month', 'Months'], ['status', 'Status'], ['folder', 'Folders'], ['none', 'None']]), status);
  app.replaceChildren(tokenRow, bar, box);
  document.body.classList.add('live');
  sort = $('[data-slip=sort]');
  section = $('[data-slip=section]');
  frame.hidden = false;
  list = new List(box);
  for (const choice of [sort, section]) choice.addEventListener('change', () => show(input.value));
  $('[data-slip=scope]').addEventListener('change', (event) => scope(event.target.value));
  $('[data-slip=searchform]').addEventListener('submit', (event) => { event.preventDefault(); clearTimeout(timer); show(input.value); });
  input.addEventListener('input', () => changed(true));
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') { event.preventDefault(); if (input.value) { input.value = ''; changed(false); } else input.blur(); }
    else if (event.key === 'ArrowDown') { event.preventDefault(); list.focus(0); }
  });
  $('.side').addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link || !meta || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const text = searchOf(link);
    if (text === null) return;
    event.preventDefault();
    input.value = text;
    for (const other of document.querySelectorAll('.side [aria-current]')) other.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    changed(false);
  });
  addEventListener('hashchange', () => { const text = asked().get('q') || ''; if (text !== input.value) { input.value = text; show(text); press(); } });
  input.value = asked().get('q') || '';
  press();
  show(input.value);
};
begin();
})();
