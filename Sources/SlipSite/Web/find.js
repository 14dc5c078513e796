// Searching in a site of notes: the index, the search language, ranking and snippets, as slipconv has them. The start page loads
// this when it is there itself.
slip('find', 0, (core) => {
'use strict';
const {meta, cols, tools, data, load, title, keywordsOf, uuid, clean, digit, fixed, folderOf, firstFrom, folderPath, keywordPath, STATUS, EPOCH, Stopped, Refused} = core;

// MARK: Data

class Numbers {
  constructor(text, at = 0) { this.text = text; this.at = at; }
  get isAtEnd() { return this.at >= this.text.length; }
  next() {
    let value = 0;
    for (let scale = 1;; scale *= 31) {
      const d = digit(this.text.charCodeAt(this.at++));
      if (d < 60) return value + d * scale;
      value += (d - 60) * scale;
    }
  }
}

// What only some searches ask.
let known;
const facts = () => known ||= Promise.all(Array.from({length: Math.ceil(meta.n / meta.chunk)}, (_, i) => load('f' + i, `f/${i}.js`))).then((parts) => {
  const links = parts.flatMap((part) => part.o.split('\n')).map((line) => line ? line.split(',').map(Number) : []).slice(0, meta.n);
  const back = Array.from({length: meta.n}, () => []);
  links.forEach((targets, slot) => { for (const target of targets) back[target].push(slot); });
  const files = parts.flatMap((part) => part.a.split('\n')).map((line) => line ? line.split('\t') : []);
  const counts = new Uint32Array(meta.n);
  for (let i = 0; i < meta.n; i++) counts[i] = fixed(parts[i / meta.chunk | 0].w, i % meta.chunk * 4, 4);
  return {links, back, files, counts, broken: parts.map((part) => part.b).join('')};
});
// A text of several files.
const parts = (kind, number) => {
  const count = meta.parts[kind][number] || 1;
  return Promise.all(Array.from({length: count}, (_, i) => {
    const name = i ? `${number}-${i}` : number;
    return load(kind + name, `${kind}/${folderOf(number)}${name}.js`);
  })).then((texts) => texts.join(''));
};

// MARK: Words

// Long work lets the page live: there are no workers on a disk.
let pauses = 0;
const pause = async (run) => {
  if (meta.n > 30000 && performance.now() - pauses > 8) {
    await new Promise((done) => { const channel = new MessageChannel(); channel.port1.onmessage = done; channel.port2.postMessage(0); });
    pauses = performance.now();
  }
  if (run && run.isStopped) throw new Stopped();
};
const shards = new Map();
const shard = (number) => {
  if (!shards.has(number)) shards.set(number, parts('i', number).then((text) => {
    const rows = text.split('\n'), names = [], notes = [];
    for (const row of rows) { const blank = row.indexOf(' '); names.push(row.slice(0, blank)); notes.push(row.slice(blank + 1)); }
    data.set('i' + number, '');
    return {names, notes, places: null};
  }).catch((error) => { shards.delete(number); throw error; }));
  return shards.get(number);
};
const placesOf = async (number) => {
  const found = await shard(number);
  found.places ||= (await parts('p', number)).split('\n');
  return found.places;
};
// The rows of a word, or of all words that begin with it: [shard, row].
const rowsOf = async (word, isPrefix) => {
  const first = meta.first, numbers = [], found = [];
  for (let n = Math.max(0, firstFrom(first, word + '\0') - 1); n < first.length && (!numbers.length || first[n] <= word || isPrefix && first[n].startsWith(word)); n++) numbers.push(n);
  const all = await Promise.all(numbers.map(shard));
  all.forEach((part, k) => {
    for (let row = firstFrom(part.names, word); row < part.names.length && (isPrefix ? part.names[row].startsWith(word) : part.names[row] === word); row++) found.push([numbers[k], row, part]);
  });
  return found;
};
// Reads the notes of a row: gaps and how often, as the index has them.
const eachNote = (text, body) => {
  const numbers = new Numbers(text), counts = [0, 0, 0, 0];
  for (let slot = -1; !numbers.isAtEnd;) {
    const code = numbers.next();
    slot += (code >> 2) + 1;
    counts[0] = counts[1] = counts[2] = 0;
    if ((code & 3) === 3) { counts[3] = numbers.next(); counts[0] = numbers.next(); counts[1] = numbers.next(); counts[2] = numbers.next(); }
    else counts[3] = (code & 3) === 2 ? numbers.next() + 3 : (code & 3) + 1;
    body(slot, counts);
  }
};
// How often a pattern occurs in each note, by field: title, keywords, names of attachments, text.
const counted = new Map();
const count = async (pattern, run) => {
  const key = pattern.words.join(' ') + (pattern.isPrefix ? '*' : '');
  if (counted.has(key)) return counted.get(key);
  const fields = [0, 1, 2, 3].map(() => new Uint32Array(meta.n)), any = new Uint8Array(meta.n), docs = [];
  const last = pattern.words.length - 1;
  const lists = await Promise.all(pattern.words.map((word, i) => rowsOf(word, pattern.isPrefix && i === last)));
  if (!last) {
    for (const [, row, part] of lists[0]) {
      eachNote(part.notes[row], (slot, counts) => {
        if (!any[slot]) { any[slot] = 1; docs.push(slot); }
        for (let k = 0; k < 4; k++) fields[k][slot] += counts[k];
      });
      await pause(run);
    }
  } else if (lists.every((rows) => rows.length)) {
    let before = null;
    for (const rows of lists) {
      const here = new Map();
      for (const [number, row, part] of rows) { follow(part.notes[row], (await placesOf(number))[row], before, here); await pause(run); }
      before = here;
      if (!before.size) break;
    }
    for (const [slot, places] of before) { any[slot] = 1; docs.push(slot); for (let k = 0; k < 4; k++) fields[k][slot] = places[k] ? places[k].size : 0; }
  }
  const found = {fields, any, docs};
  if (counted.size >= (meta.n > 30000 ? 12 : 40)) counted.delete(counted.keys().next().value);
  counted.set(key, found);
  return found;
};
// The places of a word that stand right after those of the words before it.
const follow = (notes, text, before, here) => {
  const numbers = new Numbers(text);
  eachNote(notes, (slot, counts) => {
    const old = before && before.get(slot);
    let mine = here.get(slot);
    for (let k = 0; k < 4; k++) {
      for (let i = 0, place = -1; i < counts[k]; i++) {
        place += numbers.next() + 1;
        if (before && !(old && old[k] && old[k].has(place - 1))) continue;
        if (!mine) here.set(slot, mine = []);
        (mine[k] ||= new Set()).add(place);
      }
    }
  });
};

// MARK: The search language

const BLANK = /\p{White_Space}/u;
const EMPTY = /[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu;
const pattern = (text) => {
  const hits = [...text.matchAll(tools.pattern)], last = hits[hits.length - 1];
  return {words: hits.map((hit) => tools.fold(hit[0])), isPrefix: !!last && text[last.index + last[0].length] === '*'};
};
// Any text is a search. What can't be answered from the data of a site is refused with a word.
const parse = (text) => {
  let at = 0, depth = 0;
  const isBlank = (i) => i < text.length && BLANK.test(text[i]);
  const skip = () => { while (isBlank(at)) at++; };
  const isWord = (word) => text.startsWith(word, at) && (at + word.length === text.length || isBlank(at + word.length) || '()'.includes(text[at + word.length])) && (at += word.length, true);
  const quoted = () => { const end = text.indexOf('"', at + 1), inner = text.slice(at + 1, end < 0 ? text.length : end); at = end < 0 ? text.length : end + 1; return inner; };
  const wordsOf = (part, isQuoted) => {
    const found = pattern(part);
    if (found.words.length) return {words: found};
    const signs = part.replace(EMPTY, '').replace(isQuoted ? '' : /\*/g, '');
    if (!signs || !isQuoted && /^[-*]*$/.test(signs)) return null;
    throw new Refused('Signs without a letter can’t be searched for here');
  };
  const joined = (list) => { const flat = list.flatMap((part) => part.and || [part]); return flat.length === 1 ? flat[0] : {and: flat}; };
  const either = () => {
    const all = [[]];
    for (;;) {
      skip();
      if (at >= text.length || text[at] === ')') break;
      if (isWord('OR')) { if (all[all.length - 1].length) all.push([]); continue; }
      const next = term();
      if (next) all[all.length - 1].push(next);
    }
    const present = all.filter((list) => list.length).map(joined);
    return present.length === 1 ? present[0] : present.length ? {or: present} : {and: []};
  };
  const term = () => {
    let isNot = false;
    for (;;) {
      if (text[at] === '-' && at + 1 < text.length && !isBlank(at + 1) && !isNot) { at++; isNot = true; }
      else if (at < text.length && isWord('NOT')) { skip(); isNot = !isNot; }
      else break;
    }
    if (at >= text.length || text[at] === ')') return null;
    const found = plain();
    if (!found || found.and && !found.and.length) return null;
    return isNot ? {not: found} : found;
  };
  const plain = () => {
    const first = text[at];
    if (first === '(') {
      at++;
      if (depth >= 64) return null;
      depth++;
      const inner = either();
      depth--;
      if (at < text.length) at++;
      return inner;
    }
    if (first === '"') return wordsOf(quoted(), true);
    if (first === '/' && /^\/(?:[^\\/]|\\.)+\/(?=[\s)]|$)/.test(text.slice(at))) throw new Refused('Regular expressions can’t be searched for here');
    if (first === '#' && at + 1 < text.length && !isBlank(at + 1) && !'()#,'.includes(text[at + 1])) { at++; return field('keyword', values('')); }
    const name = /^([a-z-]+):/i.exec(text.slice(at, at + 256));
    const known = name && Object.hasOwn(tools.table.f, name[1].toLowerCase()) && tools.table.f[name[1].toLowerCase()];
    if (known) {
      at += name[0].length;
      const relation = /^(?:>=|<=|>|<|=)?/.exec(text.slice(at))[0];
      at += relation.length;
      return field(known, values(relation));
    }
    const start = at;
    while (at < text.length && !isBlank(at) && !(at > start && '()"'.includes(text[at]))) at++;
    let part = text.slice(start, at);
    if (part.length > 1 && part.endsWith(':') && text[at] === '"') { part += quoted(); if (text[at] === '*') { at++; part += '*'; } }
    return wordsOf(part);
  };
  const values = (relation) => {
    const list = [];
    for (;;) {
      const value = {relation, text: '', upper: ''};
      if (text[at] === '"') { value.isQuoted = true; value.text = quoted(); if (text[at] === '*') { at++; value.text += '*'; } }
      else {
        const start = at;
        for (let open = 0; at < text.length && !isBlank(at) && text[at] !== '"'; at++) {
          if (text[at] === '(') open++;
          if (!open && '),'.includes(text[at])) break;
          if (text[at] === ')') open--;
        }
        value.text = text.slice(start, at);
        const dots = relation ? -1 : value.text.indexOf('..');
        if (dots >= 0) { value.relation = '..'; value.upper = value.text.slice(dots + 2); value.text = value.text.slice(0, dots); }
      }
      list.push(value);
      if (text[at] !== ',') return list;
      at++;
      if (at >= text.length || isBlank(at)) return list;
    }
  };
  const found = [];
  while (at < text.length) { found.push(either()); if (at < text.length) at++; }
  return joined(found);
};

// A field and its values, as a pattern of words or as a condition on notes.
const field = (name, values) => {
  if (name === 'title' || name === 'text') {
    const found = values.map((value) => ({words: pattern(value.text), field: name}));
    if (values.every((value) => !value.relation) && found.every((part) => part.words.words.length)) return found.length === 1 ? found[0] : {or: found};
    if (name === 'text') throw new Refused('text: takes words here');
  }
  for (const value of values) {
    if (!value.text && !value.upper && !value.isQuoted) throw new Refused(name + ': needs a value');
    const set = tools.table.v[name];
    if (set && !set.includes(value.text.toLowerCase())) throw new Refused(`${name}: is one of ${set.join(', ')}`);
  }
  return {test: values.map((value) => condition(name, value))};
};
const like = (text) => new RegExp('^' + text.replace(/\\?([\s\S])/gu, (all, sign) => all === '*' ? '[\\s\\S]*' : all === '?' ? '[\\s\\S]' : sign.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')) + '$', 'u');
// A function of a slot and of the facts that only some searches ask.
const condition = (name, value) => {
  const {fold} = tools, text = value.relation === '..' ? value.text + '..' + value.upper : value.text;
  const isNone = !value.isQuoted && text.toLowerCase() === 'none', isExact = value.relation === '=', folded = fold(text);
  const members = (list, holds) => { const set = new Set(list.map((_, i) => i).filter(holds)); return set; };
  switch (name) {
  case 'title': return isExact || !pattern(text).words.length ? (slot) => isExact ? fold(title(slot)) === folded : fold(title(slot)).includes(folded) : (slot) => occurs(pattern(text), title(slot));
  case 'status': case 'is': {
    const state = STATUS.indexOf(folded);
    if (state >= 0) return (slot) => cols.s[slot] % 3 === state;
    if (folded === 'favorite') return (slot) => cols.s[slot] / 3 & 1;
    if (folded === 'conflict') return (slot) => cols.s[slot] / 6 & 1;
    if (folded === 'task') return (slot) => cols.s[slot] > 11;
    if (folded === 'untitled') return (slot) => !title(slot) || fold(title(slot)) === 'untitled';
    if (folded === 'orphan') return (slot, f) => !f.back[slot].length;
    if (folded === 'dead-end') return (slot, f) => !f.links[slot].length;
    if (folded === 'broken') return (slot, f) => f.broken[slot] === '1';
    return (slot, f) => !f.counts[slot];
  }
  case 'folder': {
    if (isNone) return (slot) => cols.f[slot] < 0;
    const path = text.split('/').filter(Boolean).join('/'), own = members(meta.folders, (i) => fold(folderPath(i)) === fold(path));
    if (isExact) return (slot) => own.has(cols.f[slot]);
    const all = members(meta.folders, (i) => { for (let f = i, n = 0; f >= 0 && n < 100; f = meta.folders[f][1], n++) if (own.has(f)) return true; return false; });
    return (slot) => all.has(cols.f[slot]);
  }
  case 'keyword': {
    if (isNone) return (slot) => !keywordsOf(slot).length;
    const isPath = text.includes('/'), begin = fold(text.slice(0, -1)), isBegin = text.endsWith('*') && text.length > 1 && !isExact;
    const found = members(meta.keywords, (i) => {
      const own = fold(meta.keywords[i][0]), path = fold(keywordPath(i)), key = isPath ? path : own;
      if (isBegin) return key.startsWith(begin);
      return key === folded || !isExact && (path.startsWith(folded + '/') || !isPath && path.includes('/' + folded + '/'));
    });
    return (slot) => keywordsOf(slot).some((keyword) => found.has(keyword));
  }
  case 'created': case 'modified': return dates(name === 'created' ? cols.c : cols.m, value, isNone);
  case 'has': switch (folded) {
    case 'folder': return (slot) => cols.f[slot] >= 0;
    case 'date': return (slot) => cols.c[slot] > 0;
    case 'task': return (slot) => cols.s[slot] > 11;
    case 'keyword': return (slot) => keywordsOf(slot).length > 0;
    case 'link': return (slot, f) => f.links[slot].length > 0;
    case 'backlink': return (slot, f) => f.back[slot].length > 0;
    case 'attachment': return (slot, f) => f.files[slot].length > 0;
    default: return (slot, f) => f.files[slot].some((type, i) => i % 2 && (folded === 'pdf' ? type === 'application/pdf' : type.startsWith('image/')));
  }
  case 'task': return (slot) => folded === 'any' ? cols.s[slot] > 11 : cols.s[slot] / (folded === 'open' ? 12 : 24) & 1;
  case 'words': return numbers(value, (slot, f) => f.counts[slot]);
  case 'links': return numbers(value, (slot, f) => f.links[slot].length);
  case 'backlinks': return numbers(value, (slot, f) => f.back[slot].length);
  case 'attachments': return numbers(value, (slot, f) => f.files[slot].length / 2);
  case 'keywords': return numbers(value, (slot) => keywordsOf(slot).length);
  case 'file': {
    const shape = !isExact && !value.isQuoted && /[*?]/.test(text) && like(folded);
    return (slot, f) => f.files[slot].some((file, i) => !(i % 2) && (isExact ? fold(file) === folded : shape ? shape.test(fold(file)) : fold(file).includes(folded)));
  }
  case 'type': {
    const shape = text.includes('*') && like(text.toLowerCase());
    return (slot, f) => f.files[slot].some((type, i) => i % 2 && (shape ? shape.test(type) : type === text.toLowerCase()));
  }
  case 'uuid': {
    if (!/^[0-9a-f-]*$/i.test(text)) throw new Refused('uuid: takes hexadecimal digits');
    return (slot) => uuid(slot).startsWith(text.toLowerCase());
  }
  case 'links-to': case 'linked-from': {
    const isID = /^[0-9a-f-]{4,}$/i.test(text) && text.replace(/-/g, '').length >= 4, begin = text.toLowerCase();
    const meant = (slot) => fold(title(slot)) === folded || isID && uuid(slot).startsWith(begin);
    return (slot, f) => (name === 'links-to' ? f.links : f.back)[slot].some(meant);
  }
  case 'saved': {
    const path = text.split('/').filter(Boolean).join('/'), saved = meta.saved.find(([number]) => fold(folderPath(number)) === fold(path));
    if (!saved) throw new Refused('There is no such saved search');
    const found = new Set(saved[2]);
    return (slot) => found.has(slot);
  }
  default: throw new Refused(name + ': can’t be searched for here');
  }
};
const occurs = (sought, text) => {
  const all = tools.split(text), last = sought.words.length - 1;
  return all.some((_, i) => sought.words.every((word, j) => all[i + j] !== undefined && (sought.isPrefix && j === last ? all[i + j].startsWith(word) : all[i + j] === word)));
};
const compare = (relation, a, b) => relation === '>' ? a > b : relation === '<' ? a < b : relation === '>=' ? a >= b : relation === '<=' ? a <= b : a === b;
const numbers = (value, of) => {
  if (![value.text, value.upper].every((text) => /^\d*$/.test(text))) throw new Refused('This takes a number, such as 5, >5 or 5..10');
  const low = value.text && Number(value.text), high = value.upper && Number(value.upper);
  if (value.relation === '..') return (slot, f) => (low === '' || of(slot, f) >= low) && (high === '' || of(slot, f) <= high);
  return (slot, f) => compare(value.relation, of(slot, f), low);
};
// Dates name periods in the zone of the reader.
const period = (text) => {
  const low = text.toLowerCase(), now = new Date(), day = (y, m, d) => { const date = new Date(2000, m, d); date.setFullYear(y, m, d); return date.getTime(); };
  const [y, m, d] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const named = {today: [day(y, m, d), day(y, m, d + 1)], yesterday: [day(y, m, d - 1), day(y, m, d)], tomorrow: [day(y, m, d + 1), day(y, m, d + 2)], thisweek: [day(y, m, d - (now.getDay() + 6) % 7), day(y, m, d - (now.getDay() + 6) % 7 + 7)], thismonth: [day(y, m, 1), day(y, m + 1, 1)], thisyear: [day(y, 0, 1), day(y + 1, 0, 1)]};
  if (Object.hasOwn(named, low)) return named[low];
  const date = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text);
  if (date && +date[1] > 0) {
    const [year, month, number] = [+date[1], date[2] ? date[2] - 1 : 0, date[3] ? +date[3] : 1], start = new Date(day(year, month, number));
    if (start.getMonth() === month && start.getDate() === number) return [start.getTime(), date[3] ? day(year, month, number + 1) : date[2] ? day(year, month + 1, 1) : day(year + 1, 0, 1)];
  }
  const ago = /^(?:now)?([-+]\d{1,6})(s|min|h|d|w|mo|y)$/.exec(low);
  if (ago) {
    const by = Number(ago[1]), unit = ago[2], exact = {s: 1e3, min: 6e4, h: 36e5}[unit];
    if (exact) return [Date.now() + by * exact, null];
    const at = new Date();
    if (unit === 'd' || unit === 'w') at.setDate(at.getDate() + by * (unit === 'w' ? 7 : 1));
    else { const wanted = at.getDate(); at.setDate(1); at.setMonth(at.getMonth() + by * (unit === 'y' ? 12 : 1)); at.setDate(Math.min(wanted, new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate())); }
    return [at.getTime(), null];
  }
  throw new Refused('This is no date: 2024, 2024-03, 2024-03-31, today, thisweek or -7d');
};
const dates = (column, value, isNone) => {
  if (isNone && !value.relation) return (slot) => !column[slot];
  const seconds = (time) => time / 1e3 + EPOCH, has = (holds) => (slot) => column[slot] > 0 && holds(column[slot]);
  const from = ([start]) => has((time) => time >= seconds(start)), upTo = ([start, end]) => has((time) => end === null ? time <= seconds(start) : time < seconds(end));
  if (value.relation === '..') {
    const tests = [value.text && from(period(value.text)), value.upper && upTo(period(value.upper))].filter(Boolean);
    return (slot) => tests.every((test) => test(slot));
  }
  const span = period(value.text);
  switch (value.relation) {
  case '>=': return from(span);
  case '<': return has((time) => time < seconds(span[0]));
  case '<=': return upTo(span);
  case '>': return has((time) => span[1] === null ? time > seconds(span[0]) : time >= seconds(span[1]));
  default: { const [a, b] = [from(span), upTo(span)]; return span[1] === null ? a : (slot) => a(slot) && b(slot); }
  }
};

// MARK: Searching

const FIELDS = {title: [0], text: [3]};
const fieldsOf = (name) => FIELDS[name] || [0, 1, 2, 3];
// Words that must be found, each once, in order: what ranks notes.
const termsOf = (tree, found = []) => {
  if (tree.words) { const key = (tree.field || '') + ':' + tree.words.words.join(' ') + tree.words.isPrefix; if (!found.some((term) => term.key === key)) found.push({key, words: tree.words, field: tree.field}); }
  for (const part of tree.and || tree.or || []) termsOf(part, found);
  return found;
};
const leaves = (tree) => tree.not ? leaves(tree.not) : tree.and || tree.or ? (tree.and || tree.or).flatMap(leaves) : [tree];
const search = async (text, {few = false, run = null} = {}) => {
  pauses = performance.now();
  const n = meta.n, tree = parse(text), terms = termsOf(tree);
  await Promise.all(leaves(tree).map(async (leaf) => {
    if (leaf.words) leaf.counts = await count(leaf.words, run);
    if (leaf.test) leaf.facts = await facts();
  }));
  for (const term of terms) term.counts = await count(term.words, run);
  // The notes of a part of the search, among some.
  const matching = async (part, among) => {
    await pause(run);
    if (part.and) { for (const inner of [...part.and].sort((a, b) => !!a.test - !!b.test)) among = await matching(inner, among); return among; }
    if (part.or) {
      const found = new Uint8Array(n);
      for (const inner of part.or) { const some = await matching(inner, among); for (let i = 0; i < n; i++) found[i] |= some[i]; }
      return found;
    }
    const found = new Uint8Array(n);
    if (part.not) { const some = await matching(part.not, among); for (let i = 0; i < n; i++) found[i] = among[i] & ~some[i] & 1; return found; }
    if (part.test) { for (let i = 0; i < n; i++) if (among[i] && part.test.some((test) => test(i, part.facts))) found[i] = 1; return found; }
    const fields = part.field ? fieldsOf(part.field).map((k) => part.counts.fields[k]) : [part.counts.any];
    for (let i = 0; i < n; i++) if (among[i] && fields.some((column) => column[i])) found[i] = 1;
    return found;
  };
  const isFound = await matching(tree, new Uint8Array(n).fill(1)), hits = [];
  for (let i = 0; i < n; i++) if (isFound[i]) hits.push(i);
  return rank(hits, terms, few, run);
};
const rank = async (hits, terms, few, run) => {
  const n = meta.n, {table, split} = tools, average = Math.max(1, meta.words / Math.max(1, n));
  const score = new Float64Array(n), titles = new Uint8Array(n);
  const weighed = terms.map(({counts, field}) => {
    const ks = fieldsOf(field);
    let matches = 0;
    for (const slot of counts.docs) if (ks.some((k) => counts.fields[k][slot])) matches++;
    return {fields: ks.map((k) => counts.fields[k]), weights: ks.map((k) => table.w[k]), rarity: Math.log(1 + (n - matches + 0.5) / (matches + 0.5))};
  });
  const inTitle = terms.filter((term) => term.field !== 'text'), wanted = inTitle.flatMap((term) => term.words.words);
  const isPrefix = inTitle.length > 0 && inTitle[inTitle.length - 1].words.isPrefix;
  let steps = 0;
  for (const slot of hits) {
    const norm = table.k * (1 - table.b + table.b * cols.n[slot] / average);
    let sum = 0;
    for (const {fields, weights, rarity} of weighed) {
      let frequency = 0;
      for (let k = 0; k < fields.length; k++) frequency += weights[k] * fields[k][slot];
      if (frequency > 0) sum += rarity * frequency * (table.k + 1) / (frequency + norm);
    }
    score[slot] = sum;
    if (wanted.length && inTitle.every((term) => term.counts.fields[0][slot])) {
      const own = split(title(slot));
      if (own.length >= wanted.length && wanted.every((word, j) => isPrefix && j === wanted.length - 1 ? own[j].startsWith(word) : own[j] === word)) titles[slot] = own.length === wanted.length && own.every((word, j) => word === wanted[j]) ? 2 : 1;
    }
    if (!(++steps & 1023)) await pause(run);
  }
  const isLast = (slot) => terms.length && cols.s[slot] % 3 === 2 ? 1 : 0;
  const better = (a, b) => titles[b] - titles[a] || score[b] - score[a] || isLast(a) - isLast(b) || cols.m[b] - cols.m[a] || cols.micro[b] - cols.micro[a] || (uuid(a) < uuid(b) ? -1 : 1);
  if (!few || hits.length <= 2000) return {hits: hits.sort(better), terms, rest: null};
  // Only the best are sorted before they are shown.
  const keys = Float64Array.from(hits, (slot) => titles[slot] * 1e6 + score[slot]), bound = keys.slice().sort()[keys.length - 500];
  const best = hits.filter((_, i) => keys[i] >= bound).sort(better), others = hits.filter((_, i) => keys[i] < bound);
  return {hits: best.concat(others), terms, rest: () => best.concat(others.sort(better))};
};

// MARK: Snippets

let textStarts;
const textOf = async (slot) => {
  if (!textStarts) { textStarts = [0]; for (let i = 0; i < meta.texts.length; i++) textStarts.push(textStarts[i] + digit(meta.texts.charCodeAt(i))); }
  const number = firstFrom(textStarts, slot + 1) - 1, all = await load('t' + number, `t/${folderOf(number)}${number}.js`);
  return all[slot - textStarts[number]];
};
// The twelve words with the most different terms.
const snippet = async (slot, terms) => {
  const text = await textOf(slot), tokens = [...text.matchAll(tools.pattern)], own = tokens.map((token) => tools.fold(token[0]));
  const sought = terms.filter((term) => term.field !== 'title').map((term) => term.words);
  const hit = own.map((_, i) => {
    for (const [k, {words: list, isPrefix}] of sought.entries()) if (list.every((word, j) => own[i + j] !== undefined && (isPrefix && j === list.length - 1 ? own[i + j].startsWith(word) : own[i + j] === word))) return [k, list.length];
    return null;
  });
  let best = 0, most = 0;
  hit.forEach((found, i) => { if (!found) return; const kinds = new Set(hit.slice(i, i + 8).filter(Boolean).map(([k]) => k)).size; if (kinds > most) { most = kinds; best = Math.max(0, Math.min(i - 4, tokens.length - 12)); } });
  if (!most) return null;
  const end = Math.min(tokens.length, best + 12), nodes = [], plain = (from, to) => clean('x' + text.slice(from, to) + 'x').slice(1, -1).replace(/[\s\ufffc]+/g, ' ');
  let place = tokens[best].index;
  for (let i = best; i < end; i++) {
    if (!hit[i] || tokens[i].index < place) continue;
    const last = tokens[Math.min(i + hit[i][1], tokens.length) - 1], stop = last.index + last[0].length, marked = document.createElement('mark');
    marked.textContent = plain(tokens[i].index, stop);
    nodes.push(plain(place, tokens[i].index), marked);
    place = stop;
  }
  const stop = tokens[end - 1].index + tokens[end - 1][0].length;
  if (stop > place) nodes.push(plain(place, stop));
  return [best ? '… ' : '', ...nodes, end < tokens.length ? ' …' : ''];
};
return {search, snippet};
});
