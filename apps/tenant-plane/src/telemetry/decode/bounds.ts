/** Limits of one row. A row over a limit is rejected with an error; the other rows are stored. */
const most = { attributes: 256, name: 256, value: 64 * 1024, message: 1024 * 1024, word: 300 };

export function attributeProblem(attributes: ReadonlyMap<string, string>): string | undefined {
  if (attributes.size > most.attributes) return `has more than ${most.attributes} attributes`;
  for (const [name, value] of attributes) {
    if (name.length > most.name) return `has an attribute whose name is longer than ${most.name} characters`;
    if (value.length > most.value) return `has an attribute '${name}' longer than ${most.value} characters`;
  }
  return undefined;
}

export function messageProblem(message: string): string | undefined {
  return message.length > most.message ? `has a message longer than ${most.message} characters` : undefined;
}

export function wordProblem(field: string, word: string): string | undefined {
  return word.length > most.word ? `has a ${field} longer than ${most.word} characters` : undefined;
}

const traceId = /^[0-9a-f]{32}$/;
const spanId = /^[0-9a-f]{16}$/;

export function isTraceId(id: string): boolean {
  return traceId.test(id) && !/^0+$/.test(id);
}

export function isSpanId(id: string): boolean {
  return spanId.test(id) && !/^0+$/.test(id);
}
