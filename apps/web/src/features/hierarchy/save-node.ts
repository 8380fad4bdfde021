import {
  createNodeConfiguration,
  deleteNodeConfiguration,
  updateNodeConfiguration,
} from "@mcc/contract/hierarchy/node-configuration.api.ts";
import { createNode, updateNode } from "@mcc/contract/hierarchy/nodes.api.ts";
import type { NodeRecord } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { call } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { toast } from "../../platform/page/toast.ts";
import { failureToast, saveRecord } from "../../platform/records/action.ts";
import {
  type ConfigurationValues,
  changesOf,
  configurationOf,
  creationOf,
  type NodeValues,
} from "./node-form.schema.ts";
import { nodeTexts as texts } from "./nodes-and-groups.texts.ts";
import { refreshHierarchy } from "./refresh-hierarchy.ts";

/** The API has names of its own for some fields of the form. */
const onForm = (error: unknown): never => {
  if (!(error instanceof CallError)) throw error;
  const { organization_group, ecommerce_catalog, mcc_domain, ecommerce_domain, ...fields } = error.fields;
  const named = {
    group: organization_group,
    ecommerceCatalog: ecommerce_catalog,
    mccDomain: mcc_domain,
    ecommerceDomain: ecommerce_domain,
  };
  const given = Object.entries({ ...fields, ...named }).filter(([, messages]) => messages !== undefined);
  throw new CallError({ ...error, fields: Object.fromEntries(given) as typeof fields });
};

export const saveNewNode = (values: NodeValues, onCreated: (node: NodeRecord) => void): Promise<void> =>
  saveRecord({
    send: () => call(createNode, { body: creationOf(values) }).catch(onForm),
    success: texts.created,
    failure: texts.createFailed,
    fieldErrorsOnly: true,
    onSuccess: onCreated,
    invalidate: refreshHierarchy,
  });

export const saveNode = (node: NodeRecord, values: NodeValues): Promise<void> =>
  saveRecord({
    send: () => call(updateNode, { params: { id: node.id }, body: changesOf(node, values) }).catch(onForm),
    success: texts.updated,
    failure: texts.updateFailed,
    invalidate: refreshHierarchy,
  });

export const createConfiguration = (id: number, values: ConfigurationValues): Promise<void> =>
  saveRecord({
    send: () => call(createNodeConfiguration, { params: { id }, body: configurationOf(values) }),
    success: texts.configurationCreated,
    failure: texts.configurationCreateFailed,
    invalidate: refreshHierarchy,
  });

const updateConfiguration = (id: number, values: ConfigurationValues): Promise<void> =>
  saveRecord({
    send: () => call(updateNodeConfiguration, { params: { id }, body: configurationOf(values) }),
    success: texts.configurationUpdated,
    failure: texts.configurationUpdateFailed,
    invalidate: refreshHierarchy,
  });

/** A refusal with status 400 has no toast (HIER-048); the form says why. */
const deleteConfiguration = async (id: number): Promise<void> => {
  try {
    await call(deleteNodeConfiguration, { params: { id } });
  } catch (error) {
    if (!(error instanceof CallError && error.status === 400))
      failureToast(texts.configurationDeleteFailed, error);
    throw error;
  }
  toast.success(texts.configurationDeleted);
  void refreshHierarchy();
};

/** After the node itself: its configuration is created, updated or deleted. */
export const saveConfiguration = async (id: number, values: NodeValues): Promise<void> => {
  if (values.customConfig && values.hasOwnConfig) await updateConfiguration(id, values);
  else if (values.customConfig) await createConfiguration(id, values);
  else if (values.hasOwnConfig) await deleteConfiguration(id);
};
