// The scripts of a site of notes: what all pages have. Everything comes by <script src>, so it works from a disk, too.
(() => {
'use strict';
const body = document.body;
const up = body.dataset.up || '';
const data = new Map();
const waits = new Map();
const $ = (selector, inside = document) => inside.querySelector(selector);

// Files of data call this.
window.slip = (kind, number, value) => { data.set(kind + number, value); };

// A file is loaded once. Who asks meanwhile waits for the same one.
const load = (key, path) => {
  if (data.has(key)) return Promise.resolve(data.get(key));
  if (!waits.has(key)) waits.set(key, new Promise((done, fail) => {
    const script = document.createElement('script');
    const end = (then) => { script.remove(); waits.delete(key); then(); };
    script.src = up + 'x/' + path;
    script.onload = () => end(() => done(data.get(key)));
    script.onerror = () => end(() => fail(new Error(path + ' can’t be loaded')));
    document.head.append(script);
  }));
  return waits.get(key);
};

// The tables of words come when somebody searches.
let make;
const words = () => make ||= load('words0', 'words.js').then(slipWords);

// Marks the words of a search in the text of a note; one with an asterisk stands for all that begin with it.
const mark = async (sought) => {
  const {pattern, fold} = await words();
  const whole = new Set();
  const begins = [];
  for (const word of sought.split(' ')) if (word.endsWith('*')) begins.push(word.slice(0, -1)); else whole.add(word);
  const texts = [];
  const walker = document.createTreeWalker($('.body') || body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode);
  let left = 500;
  for (const text of texts) {
    const hits = [...text.data.matchAll(pattern)].filter((hit) => {
      const word = fold(hit[0]);
      return whole.has(word) || begins.some((begin) => word.startsWith(begin));
    });
    for (const hit of hits.reverse()) {
      if (left-- <= 0) return;
      const range = document.createRange();
      range.setStart(text, hit.index);
      range.setEnd(text, hit.index + hit[0].length);
      range.surroundContents(document.createElement('mark'));
    }
  }
};

// What a link in the text leads to, shown beside it: the page has it in its lists of links already.
const preview = () => {
  const box = document.createElement('div');
  box.className = 'preview';
  box.setAttribute('role', 'tooltip');
  box.id = 'preview';
  box.hidden = true;
  body.append(box);
  let timer;
  const row = (link) => [...document.querySelectorAll('.links .notes > li')]
    .find((item) => $('a', item).getAttribute('href') === link.getAttribute('href'));
  const close = () => {
    clearTimeout(timer);
    if (box.hidden) return;
    box.hidden = true;
    for (const link of document.querySelectorAll('[aria-describedby=preview]')) link.removeAttribute('aria-describedby');
  };
  const open = (event) => {
    const link = event.target.closest && event.target.closest('.body a');
    if (!link || event.pointerType === 'touch') return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const found = row(link);
      if (!found) return;
      box.replaceChildren(...[...found.childNodes].map((node) => node.cloneNode(true)));
      for (const inner of box.querySelectorAll('a')) inner.replaceWith(...inner.childNodes);
      box.hidden = false;
      const place = link.getBoundingClientRect();
      const below = place.bottom + box.offsetHeight + 12 < innerHeight;
      box.style.left = Math.max(8, Math.min(place.left, document.documentElement.clientWidth - box.offsetWidth - 8)) + scrollX + 'px';
      box.style.top = (below ? place.bottom + 6 : place.top - box.offsetHeight - 6) + scrollY + 'px';
      link.setAttribute('aria-describedby', 'preview');
    }, 300);
  };
  document.addEventListener('pointerover', open);
  document.addEventListener('pointerout', close);
  document.addEventListener('focusin', open);
  document.addEventListener('focusout', close);
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') close(); });
};

// The search that the address has; an address that can't be decoded has none.
const asked = () => {
  try { return new URLSearchParams(location.hash.slice(1)); } catch { return new URLSearchParams(); }
};

const input = $('[data-slip=search]');
const form = $('[data-slip=searchform]');
window.slipSite = {$, up, data, load, words, asked, input};
if (self !== top) body.classList.add('framed');
form.hidden = false;
Object.assign(input, {placeholder: 'Search ( / )', autocomplete: 'off', spellcheck: false});
addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    input.focus();
    input.select();
  }
});
if (body.dataset.kind !== 'home') {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    location.href = up + 'index.html#q=' + encodeURIComponent(input.value);
  });
}
if (body.dataset.kind === 'note') {
  const sought = asked().get('q');
  if (sought) mark(sought).catch(() => {});
  addEventListener('hashchange', () => { const again = asked().get('q'); if (again) mark(again).catch(() => {}); });
  if (matchMedia('(hover:hover)').matches) preview();
}
})();
