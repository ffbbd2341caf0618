import type { OnCallPage } from "@opsplane/contract";

/** A page that rings in an open console. */
export interface Ring {
  /** A later step or a repetition rings again. */
  key: string;
  /** Notifications with the same tag replace each other, also those of web push. */
  tag: string;
  title: string;
  path: string;
}

type PageOfMine = Pick<OnCallPage, "id" | "incident"> & {
  notifications: readonly Pick<OnCallPage["notifications"][number], "user" | "cycle" | "step">[];
};

/** The open pages by which a person was paged, each by the newest message. */
export function ringsOf(pages: readonly PageOfMine[], userId: string): Ring[] {
  return pages.flatMap(({ id, incident, notifications }) => {
    const newest = notifications.findLast(({ user }) => user?.id === userId);
    if (!newest || !incident) return [];
    const { reference, severity, title } = incident;
    return {
      key: `${id}:${newest.cycle}:${newest.step}`,
      tag: id,
      title: `[${severity}] ${reference}: ${title}`,
      path: `/incidents/${reference}`,
    };
  });
}

const browsers = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;
const systems = ["Android", "iPhone", "iPad", "Windows", "Mac", "CrOS", "Linux"] as const;

/** A name for a browser, such as "Chrome on Linux". The first word that its user agent has counts. */
export function browserName(userAgent: string): string {
  const browser = browsers.find(([word]) => userAgent.includes(`${word}/`))?.[1] ?? "Browser";
  const system = systems.find((word) => userAgent.includes(word));
  return system ? `${browser} on ${system}` : browser;
}
