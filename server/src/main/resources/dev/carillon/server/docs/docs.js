'use strict';
// Renders /openapi.yaml. Reads the part of YAML that the document keeps to: maps and lists by
// indentation, plain and quoted words, lists and maps in one line.

function lines(text) {
  return text.split('\n')
    .filter((line) => line.trim() && !line.trim().startsWith('#'))
    .map((line) => ({ indent: line.search(/\S/), text: line.trim() }));
}

function word(text) {
  const first = text[0];
  if (first === "'") return text.slice(1, -1).replaceAll("''", "'");
  if (first === '"') return JSON.parse(text);
  if (first === '[') return split(text.slice(1, -1)).map(word);
  if (first === '{') return Object.fromEntries(split(text.slice(1, -1)).map((pair) => {
    const [, key, value] = pair.match(/^([^:]+):\s*(.*)$/);
    return [word(key.trim()), word(value)];
  }));
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function split(text) {
  return text.split(',').map((part) => part.trim()).filter((part) => part);
}

function parse(rows, at, indent) {
  if (rows[at].text.startsWith('- ')) return list(rows, at, indent);
  const map = {};
  while (at < rows.length && rows[at].indent === indent) {
    const [, key, rest] = rows[at].text.match(/^('[^']*'|[^:]+):(?:\s+(.*))?$/);
    at += 1;
    if (rest) {
      map[word(key)] = word(rest);
    } else if (at < rows.length && rows[at].indent > indent) {
      [map[word(key)], at] = parse(rows, at, rows[at].indent);
    } else {
      map[word(key)] = null;
    }
  }
  return [map, at];
}

function list(rows, at, indent) {
  const items = [];
  while (at < rows.length && rows[at].indent === indent && rows[at].text.startsWith('- ')) {
    const rest = rows[at].text.slice(2);
    if (/^('[^']*'|[^:'"]+):(\s|$)/.test(rest)) {
      rows[at] = { indent: indent + 2, text: rest };
      const [item, next] = parse(rows, at, indent + 2);
      items.push(item);
      at = next;
    } else {
      items.push(word(rest));
      at += 1;
    }
  }
  return [items, at];
}

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

let api;

function resolve(node) {
  if (!node || !node.$ref) return node || {};
  return node.$ref.slice(2).split('/').reduce((part, key) => part[key], api);
}

function refName(node) {
  return node && node.$ref ? node.$ref.split('/').pop() : null;
}

function typeOf(schema) {
  if (!schema) return 'any';
  if (schema.$ref) return refName(schema);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.enum) return schema.enum.join(' | ');
  if (schema.type === 'array') return 'array of ' + typeOf(schema.items);
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : schema.type || 'any';
  return schema.format ? type + ' (' + schema.format + ')' : type;
}

function table(heads, rows) {
  return rows.length === 0 ? null : element('table', null,
    element('tr', null, ...heads.map((head) => element('th', null, head))),
    ...rows.map((row) => element('tr', null, ...row.map((cell) => element('td', null, cell)))));
}

function fields(schema) {
  const required = new Set(schema.required || []);
  return table(['field', 'type', ''], Object.entries(schema.properties || {}).map(([name, field]) => [
    element('code', null, name), typeOf(field),
    [required.has(name) ? '' : 'optional', (field && field.description) || ''].filter(Boolean).join('. '),
  ]));
}

function link(name) {
  return element('a', { href: '#schema-' + name }, name);
}

function bodyOf(content) {
  return content && Object.values(content)[0] && Object.values(content)[0].schema;
}

function operation(path, method, shared, one) {
  const parameters = [...(shared || []), ...(one.parameters || [])].map(resolve);
  const input = one.requestBody && bodyOf(one.requestBody.content);
  return element('section', { id: one.operationId },
    element('h3', null, element('span', { class: 'method' }, method.toUpperCase()), element('code', null, path)),
    element('p', null, one.summary + '. ',
      one['x-scope'] ? element('span', { class: 'scope' }, 'scope ' + one['x-scope']) : null),
    one.description ? element('p', null, one.description) : null,
    table(['parameter', 'in', 'type', ''], parameters.map((p) => [
      element('code', null, p.name), p.in, typeOf(p.schema), p.description || ''])),
    input ? element('p', null, 'Body: ', link(refName(input))) : null,
    table(['status', 'answer', ''], Object.entries(one.responses).map(([status, response]) => {
      const answer = resolve(response);
      const schema = refName(bodyOf(answer.content));
      return [status, schema ? link(schema) : '–', answer.description || ''];
    })));
}

function render(text) {
  const rows = lines(text);
  [api] = parse(rows, 0, 0);
  const main = element('main', { id: 'main' },
    element('h1', null, api.info.title + ' API'),
    element('p', null, api.info.summary), element('p', null, api.info.description),
    element('p', null, element('a', { href: '/openapi.yaml' }, 'openapi.yaml')));
  const nav = document.getElementById('contents');
  for (const tag of api.tags) {
    nav.append(element('h2', null, tag.name));
    main.append(element('h2', null, tag.name), element('p', null, tag.description || ''));
    for (const [path, item] of Object.entries(api.paths)) {
      for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
        const one = item[method];
        if (one && one.tags.includes(tag.name)) {
          main.append(operation(path, method, item.parameters, one));
          nav.append(element('a', { href: '#' + one.operationId }, one.summary));
        }
      }
    }
  }
  main.append(element('h2', null, 'Schemas'));
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    main.append(element('section', { id: 'schema-' + name }, element('h3', null, name),
      schema.description ? element('p', null, schema.description) : null,
      schema.enum ? element('p', null, schema.enum.join(', ')) : fields(schema)));
  }
  document.getElementById('main').replaceWith(main);
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

if (typeof module === 'undefined') {
  fetch('/openapi.yaml').then((answer) => answer.text()).then(render);
} else {
  module.exports = { read: (text) => parse(lines(text), 0, 0)[0] };
}
