import { builtInClasses } from "@opsplane/contract";
import {
  type Icon,
  IconAppWindow,
  IconArrowsSplit,
  IconBox,
  IconBriefcase,
  IconCertificate,
  IconCloud,
  IconCube,
  IconDatabase,
  IconDeviceDesktop,
  IconDeviceLaptop,
  IconHexagons,
  IconPackage,
  IconPlugConnected,
  IconRouter,
  IconServer,
  IconStack2,
  IconStackPush,
  IconWall,
  IconWorld,
} from "@tabler/icons-react";
import { useMemo } from "react";
import { useCan } from "../session/context.tsx";
import { useClasses } from "./queries.ts";

const icons: Record<keyof typeof builtInClasses, Icon> = {
  business_service: IconBriefcase,
  service: IconPlugConnected,
  application: IconAppWindow,
  website: IconWorld,
  server: IconServer,
  virtual_machine: IconDeviceDesktop,
  container: IconBox,
  kubernetes_cluster: IconHexagons,
  database: IconDatabase,
  message_queue: IconStack2,
  load_balancer: IconArrowsSplit,
  network_device: IconRouter,
  firewall: IconWall,
  storage: IconStackPush,
  cloud_resource: IconCloud,
  certificate: IconCertificate,
  workstation: IconDeviceLaptop,
  software: IconPackage,
};

const iconsByName: ReadonlyMap<string, Icon> = new Map(Object.entries(icons));
const labels: ReadonlyMap<string, string> = new Map(
  Object.entries(builtInClasses).map(([name, { label }]) => [name, label]),
);

export function ClassIcon({ name, size = 15 }: { name: string; size?: number }) {
  const Shape = iconsByName.get(name) ?? IconCube;
  return <Shape size={size} stroke={1.7} aria-hidden="true" style={{ flex: "none" }} />;
}

/** The label of a class, for tables. */
export function ClassName({ name }: { name: string }) {
  return useClassLabel()(name);
}

/** The label of a class: `virtual_machine` is "Virtual machine"; a custom class has its own label. */
export function useClassLabel(): (name: string) => string {
  const { data } = useClasses(useCan()("cmdb:read"));
  return useMemo(() => {
    const own = new Map(data?.map(({ name, label }) => [name, label]));
    return (name) => own.get(name) || labels.get(name) || name;
  }, [data]);
}

/** The classes that a form suggests, and the class that a typed label or name means. */
export function useClassChoice() {
  const labelOf = useClassLabel();
  const { data } = useClasses();
  const names = data?.map(({ name }) => name) ?? [...labels.keys()];
  const byWord = new Map(names.flatMap((name) => [name, labelOf(name)].map((word) => [word.toLowerCase(), name])));
  return {
    suggestions: [...new Set(names.map(labelOf))],
    labelOf,
    named: (typed: string) => byWord.get(typed.toLowerCase()) ?? typed,
  };
}
