// Words, as slipconv splits and folds them: the tables are its own.
const slipWords = (table) => {
  const ranges = (text) => {
    let last = 0;
    return text.split(';').map((part) => {
      const [gap, more] = part.split(',').map((digits) => parseInt(digits, 36));
      const first = last + gap;
      last = first + (more || 0);
      return `\\u{${first.toString(16)}}` + (more ? `-\\u{${last.toString(16)}}` : '');
    }).join('');
  };
  const [singles, letters, marks] = [table.S, table.L, table.M].map(ranges);
  const pattern = new RegExp(`[${singles}][${marks}]*|[${letters}][${letters}${marks}]*`, 'gu');
  const removed = new RegExp(`[${ranges(table.D)}]`, 'gu');
  const cases = new Map(table.C.split(' ').map((pair) => { const [from, ...to] = pair; return [from, to.join('')]; }));
  const other = new RegExp(`[${[...cases.keys()].join('')}]`, 'gu');
  const isPlain = /^[\x00-\x7f]*$/;
  const fold = (text) => isPlain.test(text) ? text.toLowerCase()
    : text.normalize('NFD').replace(removed, '').toLowerCase().replace(other, (sign) => cases.get(sign)).normalize('NFC');
  return {table, pattern, fold, split: (text) => (text.match(pattern) || []).map(fold)};
};
