import { ActionIcon, Button, Checkbox, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { CiClass } from "@opsplane/contract";
import { IconTrash } from "@tabler/icons-react";
import { FormProblem } from "../ui/form-problem.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import table from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { ClassIcon } from "./classes.tsx";
import { useDefineClass, useRemoveClass } from "./mutations.ts";
import { useClasses } from "./queries.ts";

/** The classes with their numbers of items; custom classes can be labeled and deleted. */
export function ClassesDialog({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  const known = useClasses();
  return (
    <Modal opened onClose={onClose} title="CI classes" size="lg">
      <Stack gap="lg">
        {mayWrite ? <NewClass /> : null}
        <QueryFace query={known}>{(classes) => <ClassTable classes={classes} mayWrite={mayWrite} />}</QueryFace>
      </Stack>
    </Modal>
  );
}

function NewClass() {
  const define = useDefineClass();
  const form = useForm({
    initialValues: { name: "", label: "", service: false },
    validate: {
      name: (name) =>
        /^[A-Za-z][A-Za-z0-9_.-]*( [A-Za-z0-9_.-]+)*$/.test(name.trim())
          ? null
          : "Use letters, digits, dashes and dots; start with a letter",
    },
  });
  const submit = form.onSubmit(({ name, label, service }) =>
    define.mutate(
      { name: name.trim(), service, ...(label.trim() ? { label: label.trim() } : {}) },
      { onSuccess: () => form.reset() },
    ),
  );
  return (
    <form onSubmit={submit} noValidate aria-label="Custom class">
      <Group align="flex-start" gap="sm" wrap="wrap">
        <TextInput
          label="Name"
          placeholder="ups"
          maxLength={60}
          style={{ flex: "1 1 130px" }}
          {...form.getInputProps("name")}
        />
        <TextInput
          label="Label"
          placeholder="Power supply"
          maxLength={100}
          style={{ flex: "1 1 160px" }}
          {...form.getInputProps("label")}
        />
        <Checkbox mt={30} label="Treat as a service" {...form.getInputProps("service", { type: "checkbox" })} />
        <Button mt={24} type="submit" loading={define.isPending}>
          Add class
        </Button>
      </Group>
      <FormProblem error={define.error} />
    </form>
  );
}

function ClassTable({ classes, mayWrite }: { classes: readonly CiClass[]; mayWrite: boolean }) {
  const remove = useRemoveClass();
  return (
    <div className={table.card}>
      <table className={table.table}>
        <TableHead columns={["Class", "Items", "Service"]} actions={mayWrite} />
        <tbody>
          {classes.map(({ name, label, built_in, items, service }) => (
            <tr key={name}>
              <td>
                <div className={table.main} style={{ display: "flex", alignItems: "center", gap: 8 }}>
                  <ClassIcon name={name} /> {label}
                </div>
                <div className={table.sub}>{built_in ? name : `${name}, your own`}</div>
              </td>
              <td>{items.toLocaleString("en")}</td>
              <td>{service ? "yes" : <span className="dim">no</span>}</td>
              {mayWrite ? (
                <td className={table.actions}>
                  {built_in || items > 0 ? null : (
                    <ActionIcon
                      size={26}
                      aria-label={`Delete class ${label}`}
                      loading={remove.isPending && remove.variables === name}
                      onClick={() => remove.mutate(name)}
                    >
                      <IconTrash size={15} />
                    </ActionIcon>
                  )}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
