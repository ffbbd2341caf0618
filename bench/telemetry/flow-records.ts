import { randomFrom } from "./random.ts";

export interface FlowRecord {
  /** Unix milliseconds. */
  time: number;
  protocol: 6 | 17;
  source: number;
  target: number;
  sourcePort: number;
  targetPort: number;
  bytes: number;
  packets: number;
}

const ports = [443, 443, 443, 80, 53, 5432, 9092, 6379, 22, 25, 8080, 3306];

/** Evenly distributed over the time range. A few hosts send most flows, as in real networks. */
export function* flowRecords(count: number, from: number, to: number): Generator<FlowRecord> {
  const random = randomFrom(11);
  const skewed = (hosts: number) => Math.floor(hosts * random() ** 3);
  for (let index = 0; index < count; index++) {
    const targetPort = ports[Math.floor(random() * ports.length)] ?? 443;
    const packets = 1 + Math.floor(200 * random() ** 4);
    yield {
      time: from + Math.floor(((to - from) * index) / count),
      protocol: targetPort === 53 ? 17 : 6,
      source: 0x0a_00_00_01 + skewed(20_000),
      target: 0xc0_a8_00_01 + skewed(4_000),
      sourcePort: 32_768 + Math.floor(random() * 28_000),
      targetPort,
      bytes: packets * (60 + Math.floor(random() * 1400)),
      packets,
    };
  }
}

/** The flow for `POST /api/netflow`. */
export function asRecord(flow: FlowRecord) {
  return {
    timestamp: flow.time,
    protocol: flow.protocol,
    src_ip: dotted(flow.source),
    dst_ip: dotted(flow.target),
    src_port: flow.sourcePort,
    dst_port: flow.targetPort,
    bytes: flow.bytes,
    packets: flow.packets,
  };
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join(".");
}

const headerBytes = 24;
const recordBytes = 48;
export const flowsPerPacket = 30;

/** A NetFlow v5 packet of a router that was switched on at `boot`. */
export function packetOf(flows: readonly FlowRecord[], sequence: number, boot: number): Buffer {
  const packet = Buffer.alloc(headerBytes + flows.length * recordBytes);
  const now = flows.at(-1)?.time ?? boot;
  packet.writeUInt16BE(5, 0);
  packet.writeUInt16BE(flows.length, 2);
  packet.writeUInt32BE(now - boot, 4);
  packet.writeUInt32BE(Math.floor(now / 1000), 8);
  packet.writeUInt32BE((now % 1000) * 1_000_000, 12);
  packet.writeUInt32BE(sequence, 16);
  flows.forEach((flow, index) => {
    const at = headerBytes + index * recordBytes;
    packet.writeUInt32BE(flow.source, at);
    packet.writeUInt32BE(flow.target, at + 4);
    packet.writeUInt32BE(flow.packets, at + 16);
    packet.writeUInt32BE(flow.bytes, at + 20);
    packet.writeUInt32BE(flow.time - boot, at + 24);
    packet.writeUInt32BE(flow.time - boot, at + 28);
    packet.writeUInt16BE(flow.sourcePort, at + 32);
    packet.writeUInt16BE(flow.targetPort, at + 34);
    packet.writeUInt8(flow.protocol, at + 38);
  });
  return packet;
}
