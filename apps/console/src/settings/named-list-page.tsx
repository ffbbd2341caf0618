import type { Permission } from "@opsplane/contract";
import type { ReactNode } from "react";
import { Face } from "../ui/faces.tsx";
import type { Growing } from "../ui/more-button.tsx";
import { PagedFace } from "../ui/paged-face.tsx";
import type { Loadable } from "../ui/query-face.tsx";
import { NameSearch } from "./name-search.tsx";
import { SettingsPage } from "./settings-page.tsx";

type PagedItems<Item> = Growing & Loadable<{ items: Item[]; total: number }>;

interface NamedListPageProps<Item> {
  title: string;
  intro: string;
  needs: Permission;
  /** Loads the items whose name contains the searched text. */
  useItems: (q: string) => PagedItems<Item>;
  q: string;
  onSearch: (q: string) => void;
  /** The button that creates an item. */
  create: ReactNode;
  empty: { icon: ReactNode; hint: string };
  /** The table of the items. */
  children: (items: Item[]) => ReactNode;
  dialogs?: ReactNode;
}

/** A settings page with a list that is searched by name. */
export function NamedListPage<Item>(props: NamedListPageProps<Item>) {
  const { title, intro, needs, q, onSearch, create, dialogs } = props;
  return (
    <SettingsPage
      title={title}
      intro={intro}
      needs={needs}
      actions={create}
      toolbar={<NameSearch label={`Search ${nounOf(title)}`} q={q} onSearch={onSearch} />}
    >
      {() => (
        <>
          <Items {...props} />
          {dialogs}
        </>
      )}
    </SettingsPage>
  );
}

/** Separate, so that nothing is loaded without the permission. */
function Items<Item>({ title, useItems, q, create, empty, children }: NamedListPageProps<Item>) {
  const list = useItems(q);
  const noun = nounOf(title);
  const face = (
    <Face icon={empty.icon} title={q ? `No matching ${noun}` : `No ${noun} yet`} actions={q ? null : create}>
      {q ? "Try a different search." : empty.hint}
    </Face>
  );
  return (
    <PagedFace list={list} empty={face}>
      {children}
    </PagedFace>
  );
}

/** `API keys` keeps its capitals, `Approval chains` becomes `approval chains`. */
function nounOf(title: string): string {
  return /^[A-Z]{2}/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
