import type { FlowPairs } from "@opsplane/contract";

interface PathNode {
  name: string;
  depth: number;
  /** The text beside the node. */
  text: string;
}

interface PathLink {
  source: string;
  target: string;
  value: number;
}

/**
 * Source, destination and port as the nodes of a Sankey diagram. An address may be both a source and a destination, so that each column
 * has its own nodes, and no path is a circle.
 */
export function pathsOf(
  pairs: FlowPairs["pairs"],
  nameOf: (address: string) => string | undefined,
): { nodes: PathNode[]; links: PathLink[] } {
  const nodes = new Map<string, PathNode>();
  const links = new Map<string, PathLink>();
  const node = (depth: number, key: string, text: string) => {
    const name = `${depth} ${key}`;
    nodes.set(name, { name, depth, text });
    return name;
  };
  const link = (source: string, target: string, value: number) => {
    const key = `${source} ${target}`;
    links.set(key, { source, target, value: (links.get(key)?.value ?? 0) + value });
  };
  for (const { src_ip, dst_ip, dst_port, label, bytes } of pairs) {
    const source = node(0, src_ip, nameOf(src_ip) ?? src_ip);
    const target = node(1, dst_ip, nameOf(dst_ip) ?? dst_ip);
    const port = node(2, String(dst_port), portText(dst_port, label));
    link(source, target, bytes);
    link(target, port, bytes);
  }
  return { nodes: [...nodes.values()], links: [...links.values()] };
}

export function portText(port: number | null, label: string): string {
  if (port === null) return "no port";
  return label ? `${port} ${label}` : String(port);
}
