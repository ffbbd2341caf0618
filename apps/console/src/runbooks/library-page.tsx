import { Button } from "@mantine/core";
import type { LibraryRunbook } from "@opsplane/contract";
import { IconBooks } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCan } from "../session/context.tsx";
import { Crumbs } from "../ui/crumbs.tsx";
import { Face } from "../ui/faces.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../ui/links.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import page from "../ui/record-page.module.css";
import { Tag } from "../ui/tag.tsx";
import { ContentView } from "./content-view.tsx";
import classes from "./library-page.module.css";
import { useCreateRunbook } from "./mutations.ts";
import { useLibrary } from "./queries.ts";
import { stepLooks } from "./steps/types.tsx";

export function LibraryPage() {
  const mayRead = useCan()("runbooks:read");
  const library = useLibrary(mayRead);
  if (!mayRead) return <ForbiddenPage title="Runbook library" needs="runbooks:read" />;
  return (
    <div className={page.page}>
      <Crumbs
        parent={
          <TextLink to="/runbooks" size="sm" c="dimmed">
            Runbooks
          </TextLink>
        }
      >
        <span>Library</span>
      </Crumbs>
      <PageHeader title="Runbook library" note="Ready-made runbooks. Use one as a draft and adapt it." />
      <QueryFace
        query={library}
        isEmpty={({ length }) => length === 0}
        empty={
          <Face
            icon={<IconBooks size={20} />}
            title="The library is empty"
            actions={
              <ButtonLink to="/runbooks/$id" params={{ id: "new" }} variant="default">
                New runbook
              </ButtonLink>
            }
          >
            This version has no ready-made runbooks. Write your own.
          </Face>
        }
      >
        {(entries) => (
          <ul className={classes.cards}>
            {entries.map((entry) => (
              <Card key={entry.key} entry={entry} />
            ))}
          </ul>
        )}
      </QueryFace>
    </div>
  );
}

function Card({ entry: { key, content } }: { entry: LibraryRunbook }) {
  const navigate = useNavigate();
  const mayWrite = useCan()("runbooks:write");
  const create = useCreateRunbook();
  const [opened, setOpened] = useState(false);
  const use = () =>
    create.mutate(
      { ...content, library_key: key },
      { onSuccess: ({ id }) => void navigate({ to: "/runbooks/$id", params: { id } }) },
    );
  return (
    <li className={classes.card} data-opened={opened} aria-label={content.name}>
      <h2>{content.name}</h2>
      <p>{content.description}</p>
      <div className={page.tags}>
        {content.tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </div>
      {opened ? <ContentView content={{ ...content, description: "" }} /> : <StepTitles steps={content.steps} />}
      <div className={classes.buttons}>
        <Button variant="subtle" color="gray" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? "Hide details" : "Show details"}
        </Button>
        {mayWrite ? (
          <Button loading={create.isPending} onClick={use}>
            Use this
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function StepTitles({ steps }: { steps: LibraryRunbook["content"]["steps"] }) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ id, type, title }) => {
        const { icon: TypeIcon, word } = stepLooks[type];
        return (
          <li key={id}>
            <TypeIcon size={14} aria-label={word} />
            <span className="truncate">{title}</span>
          </li>
        );
      })}
    </ol>
  );
}
