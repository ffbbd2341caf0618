import { type AlertPolicy, alertSignals } from "@opsplane/contract";
import { IconBellPlus } from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";
import { SeverityBadge } from "../../records/severity-badge.tsx";
import { Face } from "../../ui/faces.tsx";
import { defineList } from "../../ui/list/define-list.ts";
import { choiceFilter, wordsFilter } from "../../ui/list/filter.tsx";
import { policyText, signalWords } from "./condition-words.ts";
import { EnabledSwitch } from "./enabled-switch.tsx";
import { NewPolicyButton } from "./new-policy-button.tsx";
import classes from "./policies.module.css";
import { groupsText, LastEvaluated, PolicyState } from "./policy-state.tsx";

const stateWords = { yes: "Enabled", no: "Disabled" } as const;

/** The list's address: `?signal=metrics,logs&enabled=no&q=disk`. */
export const policyList = defineList({
  key: "alert-policies",
  noun: "alert policies",
  // The server has one order, by name.
  load: (api, { sort: _, ...query }, call) => api.alertPolicies.list({ query }, call),
  filters: {
    signal: wordsFilter({
      label: "Signal",
      known: alertSignals,
      word: (signal) => signalWords[signal],
      ask: (signal) => ({ signal }),
    }),
    enabled: choiceFilter({
      label: "State",
      known: ["yes", "no"] as const,
      word: (state) => stateWords[state],
      ask: (state) => ({ enabled: state === "yes" }),
    }),
  },
  sorts: { name: "Name" },
  page: (search) => linkOptions({ to: "/alerts/policies", search }),
  link: ({ id }) => linkOptions({ to: "/alerts/policies/$id", params: { id } }),
  columns: [
    {
      heading: "Severity",
      width: "76px",
      phone: "lead",
      cell: ({ severity }: AlertPolicy) => <SeverityBadge severity={severity} />,
    },
    { heading: "Name", text: ({ name }) => name, lead: "36px" },
    {
      heading: "Condition",
      width: "minmax(200px, 1.6fr)",
      look: "dim",
      phone: "hidden",
      cell: (policy) => <span title={policyText(policy)}>{policyText(policy)}</span>,
    },
    {
      heading: "Signal",
      width: "76px",
      wide: true,
      phone: "hidden",
      cell: ({ signal }) => signalWords[signal],
    },
    { heading: "State", width: "126px", cell: (policy) => <PolicyState policy={policy} /> },
    {
      heading: "Groups",
      width: "96px",
      wide: true,
      phone: "hidden",
      look: "dim",
      cell: ({ state }) => groupsText(state.groups),
    },
    {
      heading: "Evaluated",
      width: "100px",
      wide: true,
      phone: "hidden",
      look: "time",
      cell: (policy) => <LastEvaluated policy={policy} />,
    },
    {
      heading: "Enabled",
      width: "68px",
      phone: "end",
      cell: (policy) => (
        <span className={classes.above}>
          <EnabledSwitch policy={policy} />
        </span>
      ),
    },
  ],
  Empty: () => (
    <Face icon={<IconBellPlus size={20} />} title="No alert policies yet" actions={<NewPolicyButton first />}>
      A policy watches metrics, logs or traces. When its condition holds, an alert fires and opens an incident.
    </Face>
  ),
});
