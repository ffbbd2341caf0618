import type { EventType, Profile } from "@opsplane/contract";
import { aiFeature } from "../ai/feature.tsx";
import { alertSourcesFeature } from "../alert-sources/feature.tsx";
import { alertsFeature } from "../alerts/feature.tsx";
import { approvalsFeature } from "../approvals/feature.tsx";
import { catalogFeature } from "../catalog/feature.tsx";
import { changesFeature } from "../changes/feature.tsx";
import { cmdbFeature } from "../cmdb/feature.tsx";
import { copilotFeature } from "../copilot/feature.tsx";
import { dashboardsFeature } from "../dashboards/feature.tsx";
import { mainGroups, type NavItem, settingsSections } from "../feature/navigation.ts";
import { homeFeature } from "../home/feature.tsx";
import { hostsFeature } from "../hosts/feature.tsx";
import { inboxFeature } from "../inbox/feature.tsx";
import { incidentsFeature } from "../incidents/feature.tsx";
import { licenseFeature } from "../license/feature.tsx";
import type { StaleRules } from "../live/invalidation.ts";
import { logsFeature } from "../logs/feature.tsx";
import { metricsFeature } from "../metrics/feature.tsx";
import { networkFeature } from "../network/feature.tsx";
import { noticeFeature } from "../notice/feature.tsx";
import { oncallFeature } from "../oncall/feature.tsx";
import { reportsFeature } from "../reports/feature.tsx";
import { requestsFeature } from "../requests/feature.tsx";
import { responseFeature } from "../response/feature.tsx";
import { runbooksFeature } from "../runbooks/feature.tsx";
import { servicesFeature } from "../services/feature.tsx";
import { settingsFeature } from "../settings/feature.tsx";
import { slosFeature } from "../slos/feature.tsx";
import { tracesFeature } from "../traces/feature.tsx";
import { webhooksFeature } from "../webhooks/feature.tsx";
import { workFeature } from "../work/feature.tsx";
import { workflowsFeature } from "../workflows/feature.tsx";

/** The features of the console. Their order is that of navigation, palette and providers. */
export const features = [
  homeFeature,
  incidentsFeature,
  alertsFeature,
  responseFeature,
  oncallFeature,
  dashboardsFeature,
  logsFeature,
  metricsFeature,
  tracesFeature,
  networkFeature,
  changesFeature,
  requestsFeature,
  catalogFeature,
  inboxFeature,
  servicesFeature,
  cmdbFeature,
  runbooksFeature,
  workflowsFeature,
  slosFeature,
  reportsFeature,
  approvalsFeature,
  licenseFeature,
  settingsFeature,
  noticeFeature,
  workFeature,
  alertSourcesFeature,
  webhooksFeature,
  hostsFeature,
  aiFeature,
  copilotFeature,
] as const;

type Feature = (typeof features)[number];
/** The keys of every member of a union, not only those that its members share. */
type KeysOfAny<Union> = Union extends unknown ? keyof Union : never;
type UnruledEvent = Exclude<EventType, KeysOfAny<Feature["staleAfter"]>>;
type ReferencePath = Feature["references"][string];

export type Page = NavItem<Feature["nav"][number]["to"]>;

/** Every route as one union, from which the router infers the paths, params and search of all links. */
export const routes = features.flatMap((feature): readonly Feature["routes"][number][] => feature.routes);

const groups: readonly Page["group"][] = [...mainGroups, ...settingsSections, "Account"];

/** The pages of the navigation: by group, and within a group in the order of the features. */
export const pages: readonly Page[] = features
  .flatMap(({ nav }): readonly Page[] => nav)
  .sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group));

/** The page of an address. Of `/reports` and `/reports/dashboards`, the longer one owns what is below it. */
export function pageAt(pathname: string): Page | undefined {
  return pages
    .filter(({ to }) => pathname === to || (to !== "/" && pathname.startsWith(`${to}/`)))
    .reduce<Page | undefined>(
      (longest, page) => (page.to.length > (longest?.to.length ?? 0) ? page : longest),
      undefined,
    );
}

export function visiblePages({ user, modules }: Profile): Page[] {
  return pages.filter(
    ({ needs, module }) => (!needs || user.permissions.includes(needs)) && (!module || modules.includes(module)),
  );
}

/** The page that a reference opens, by its prefix. */
export const references: Readonly<Record<string, ReferencePath>> = Object.assign(
  {},
  ...features.map((feature) => feature.references),
);

/** The cache rules of all features. An event that has no rule in any of them is a compile error here. */
export const staleRules: [UnruledEvent] extends [never] ? readonly StaleRules[] : { unruled: UnruledEvent } =
  features.map(({ staleAfter }) => staleAfter);
