import { builtInClasses, cmdbEvents, type operations } from "@opsplane/contract";
import { fail, type HandlersOf } from "@opsplane/runtime";
import * as store from "../store/classes.ts";

type Operation = "classes" | "defineClass" | "removeClass";

export const classHandlers: Pick<HandlersOf<typeof operations.cmdb>, Operation> = {
  classes: ({ db, query: { limit = 50, offset = 0 } }) => store.listClasses(db, { limit, offset }),

  defineClass: async ({ db, body, audit, announce }) => {
    const { name, label = name, description = "", service = false } = body;
    if (Object.hasOwn(builtInClasses, name)) fail("CONFLICT", `'${name}' is a built-in class; choose another name.`);
    const described = { name, label, description, service };
    if (!(await store.insertClass(db, described))) fail("CONFLICT", `The class '${name}' already exists.`);
    audit({ target: target(name), after: described });
    announce(cmdbEvents.classUpdated, name, { name, label });
    return { ...described, built_in: false, items: await store.countItemsOf(db, name) };
  },

  removeClass: async ({ db, params: { name }, audit, announce }) => {
    const described = (await store.lockClass(db, name)) ?? fail("NOT_FOUND", `There is no custom class '${name}'.`);
    const items = await store.countItemsOf(db, name);
    if (items > 0) fail("CONFLICT", `Items still use the class '${name}' (${items}); change their class first.`);
    await store.deleteClass(db, name);
    audit({ target: target(name), before: described });
    announce(cmdbEvents.classUpdated, name, { name, label: described.label });
    return undefined;
  },
};

function target(name: string) {
  return { type: "ci_class", id: name, name };
}
