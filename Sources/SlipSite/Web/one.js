// The script of a site in one file: a search that reads the notes which are in the page already.
(() => {
'use strict';
const $ = (selector, inside = document) => inside.querySelector(selector);
const {pattern, fold, split} = slipWords(slipTable);
const articles = [...document.querySelectorAll('article')];
const rows = [...document.querySelectorAll('.all > li')];
const input = $('input');
const status = $('[role=status]');
let texts;
// All words of a search must be in a note; the last one stands for all that begin with it while somebody types.
const show = () => {
  texts ||= articles.map((article) => [...new Set(split(article.textContent))]);
  const sought = split(input.value), last = sought.length - 1, isOpen = /[\p{L}\p{N}]$/u.test(input.value);
  let count = 0;
  texts.forEach((text, i) => {
    const isFound = sought.every((word, k) => text.some((own) => isOpen && k === last ? own.startsWith(word) : own === word));
    rows[i].hidden = !isFound;
    count += isFound;
  });
  status.textContent = count === 1 ? '1 note' : count + ' notes';
};
$('form').hidden = false;
$('form').addEventListener('submit', (event) => event.preventDefault());
let timer;
input.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => { if (location.hash) location.hash = '#all'; show(); }, 60); });
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== input && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); input.focus(); }
  if (event.key === 'Escape' && document.activeElement === input) { input.value = ''; show(); }
});
addEventListener('hashchange', () => {
  const note = $('article:target');
  if (!note) return;
  scrollTo(0, 0);
  $('h2', note).focus();
  for (const mark of note.querySelectorAll('mark[data-found]')) mark.replaceWith(...mark.childNodes);
  const sought = new Set(split(input.value)), walker = document.createTreeWalker(note, NodeFilter.SHOW_TEXT), nodes = [];
  while (sought.size && walker.nextNode()) nodes.push(walker.currentNode);
  for (const node of nodes) {
    for (const hit of [...node.data.matchAll(pattern)].filter((hit) => sought.has(fold(hit[0]))).reverse()) {
      const range = document.createRange(), mark = document.createElement('mark');
      mark.dataset.found = '';
      range.setStart(node, hit.index);
      range.setEnd(node, hit.index + hit[0].length);
      range.surroundContents(mark);
    }
  }
});
})();
