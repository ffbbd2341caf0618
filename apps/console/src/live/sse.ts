export interface SseMessage {
  id: string | undefined;
  event: string;
  data: string;
}

/** Parses text/event-stream chunk by chunk. Comments (heartbeats) give no message. */
export function createSseReader() {
  let buffer = "";
  let fields: { id?: string; event?: string; data: string[] } = { data: [] };

  function line(text: string): SseMessage | undefined {
    if (text === "") {
      const { id, event = "message", data } = fields;
      const complete = data.length > 0 || fields.event !== undefined;
      fields = { data: [] };
      return complete ? { id, event, data: data.join("\n") } : undefined;
    }
    const colon = text.indexOf(":");
    const name = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? "" : text.slice(colon + 1).replace(/^ /, "");
    if (name === "data") fields.data.push(value);
    else if (name === "id") fields.id = value;
    else if (name === "event") fields.event = value;
    return undefined;
  }

  return (chunk: string): SseMessage[] => {
    const lines = (buffer + chunk).split(/\r\n|\n|\r(?!$)/);
    buffer = lines.pop() ?? "";
    return lines.map(line).filter((message) => message !== undefined);
  };
}
