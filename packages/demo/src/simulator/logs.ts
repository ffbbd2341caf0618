import { backends, services } from "../shop/shop.ts";
import type { Conditions } from "./conditions.ts";
import { backendOf, instanceOf } from "./names.ts";
import type { Random } from "./random.ts";
import type { LogLine, Source } from "./signals.ts";

/** Log lines of one second that belong to no request: routine work, the root of the fault, and services that suffer from it. */
export function backgroundLogs(random: Random, conditions: Conditions, second: number): LogLine[] {
  return [
    ...routine(random, conditions, second),
    ...rootLines(random, conditions, second),
    ...strainedLines(random, conditions, second),
  ];
}

function routine(random: Random, conditions: Conditions, second: number): LogLine[] {
  const lines: LogLine[] = [];
  const add = (source: Source, message: string, level: LogLine["level"] = "info") =>
    lines.push({ source, at: second + random.between(0, 999), level, message, attributes: {} });
  for (const [place, { name, hosts }] of services.entries()) {
    for (const [instance, host] of hosts.entries()) {
      if ((second / 1000 + place * 5 + instance * 2) % 60 !== 0) continue;
      add(instanceOf(name, host, conditions.version(name, host, second)), "Health check passed", "debug");
    }
  }
  for (const [place, { name, system, host }] of backends.entries()) {
    if (system !== "postgresql" || (second / 1000 + place * 37) % 300 !== 0) continue;
    const buffers = Math.floor(random.lognormal(900, 0.4));
    add({ service: name, host }, `checkpoint complete: wrote ${buffers} buffers`);
  }
  return lines;
}

/** The root warns as soon as the cause grows, and reports errors when requests notice. */
function rootLines(random: Random, conditions: Conditions, second: number): LogLine[] {
  const { spec } = conditions;
  const pressure = conditions.pressure(second);
  if (!spec || pressure === 0 || !random.chance(0.1 + 0.35 * pressure)) return [];
  const [warning, ...errors] = spec.log;
  const { level, message } = random.chance(conditions.effect(second) * 0.6) ? (errors[0] ?? warning) : warning;
  const n = String(Math.floor(random.lognormal(900, 0.5)));
  const source = rootSource(random, conditions, second);
  return [{ source, at: second + random.between(0, 999), level, message: message.replace("{n}", n), attributes: {} }];
}

/** Hosts log as `kernel`. */
function rootSource(random: Random, conditions: Conditions, second: number): Source {
  const root = conditions.spec?.root ?? "";
  const service = services.find(({ name }) => name === root);
  if (service) {
    const host = random.pick(service.hosts);
    return instanceOf(root, host, conditions.version(root, host, second));
  }
  const backend = backends.find(({ name }) => name === root);
  return backend ? { service: root, host: backendOf(root).host } : { service: "kernel", host: root };
}

/** Services near the root wait for it with connections that they cannot use for other requests. */
function strainedLines(random: Random, conditions: Conditions, second: number): LogLine[] {
  return services.flatMap(({ name, hosts, poolSize }) => {
    const strain = conditions.waiting(name, second);
    if (strain < 0.25 || conditions.isRoot(name) || !random.chance(strain * 0.08)) return [];
    const host = random.pick(hosts);
    const used = Math.min(poolSize, Math.ceil(poolSize * (0.45 + strain * 0.7)));
    const message = `Connection pool: ${used} of ${poolSize} connections are in use`;
    const source = instanceOf(name, host, conditions.version(name, host, second));
    return [
      {
        source,
        at: second + random.between(0, 999),
        level: "warn" as const,
        message,
        attributes: { "pool.used": used, "pool.max": poolSize },
      },
    ];
  });
}
