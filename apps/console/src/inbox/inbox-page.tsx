import { IconCircleCheck, IconListCheck } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";

import { useCan } from "../session/context.tsx";
import { Face } from "../ui/faces.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink, PlainLink } from "../ui/links.tsx";
import list from "../ui/list-page.module.css";
import { PageHeader } from "../ui/page-header.tsx";
import { PagedFace } from "../ui/paged-face.tsx";
import { AllApprovals } from "./all-approvals.tsx";
import classes from "./inbox.module.css";
import { InboxCards } from "./inbox-cards.tsx";
import { useAllApprovals, useMyApprovals } from "./queries.ts";

const route = getRouteApi("/approvals");

export function ApprovalsPage() {
  const { show } = route.useSearch();
  const can = useCan();
  if (!can("workflows:read")) return <ForbiddenPage title="Approvals" needs="workflows:read" />;
  const all = show === "all";
  return (
    <>
      <div className={list.head}>
        <PageHeader title="Approvals" />
        <nav className={list.views} aria-label="Views">
          <ShowLink name="Pending my approval" chosen={!all} search={{}} />
          <ShowLink name="All" chosen={all} search={{ show: "all" }} />
        </nav>
      </div>
      <div className={classes.page}>{all ? <Everything /> : <Mine />}</div>
    </>
  );
}

function Mine() {
  const mine = useMyApprovals();
  return (
    <PagedFace
      list={mine}
      empty={
        <Face
          icon={<IconCircleCheck size={20} />}
          tone="good"
          title="You're all caught up"
          actions={
            <ButtonLink to="/approvals" search={{ show: "all" }} variant="default">
              View all approvals
            </ButtonLink>
          }
        >
          Changes, requests and steps of runbooks and workflows that need your approval appear here.
        </Face>
      }
    >
      {(items) => <InboxCards instances={items} />}
    </PagedFace>
  );
}

function Everything() {
  const all = useAllApprovals();
  return (
    <PagedFace
      list={all}
      empty={
        <Face
          icon={<IconListCheck size={20} />}
          title="No approvals yet"
          actions={
            <ButtonLink to="/settings/approval-chains" variant="default">
              Approval chains
            </ButtonLink>
          }
        >
          Approvals start when a change or request with an approval chain is submitted.
        </Face>
      }
    >
      {(items) => <AllApprovals instances={items} />}
    </PagedFace>
  );
}

function ShowLink({ name, chosen, search }: { name: string; chosen: boolean; search: { show?: string } }) {
  return (
    <PlainLink
      to="/approvals"
      search={search}
      className={list.view}
      activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      data-chosen={chosen}
      aria-current={chosen}
    >
      {name}
    </PlainLink>
  );
}
