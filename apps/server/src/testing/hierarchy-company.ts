import * as groupContract from "@mcc/contract/hierarchy/groups.api.ts";
import * as configurationContract from "@mcc/contract/hierarchy/node-configuration.api.ts";
import * as nodeContract from "@mcc/contract/hierarchy/nodes.api.ts";
import { liteSites } from "@mcc/contract/sites/lite-sites.ts";
import { setUpSiteCompany } from "./site-company.ts";
import type { TestServer } from "./test-server.ts";

/** A company with a hierarchy: the groups Corporation and Region, the root Corp, and the calls about them. */
export const setUpHierarchy = async (testServer: TestServer) => {
  const company = await setUpSiteCompany(testServer, { hierarchy: true });
  const corporation = await company.group("Corporation");
  const region = await company.group("Region");
  const root = await company.node(corporation, "Corp");
  const { token } = company;
  const as = (other?: string) => ({ token: other ?? token });
  const seen = async (who: string): Promise<string[]> => {
    const { body } = await testServer.call(liteSites, { token: who, query: { liteVersion: "true" } });
    return body.results.map(({ name }) => name);
  };
  return {
    ...company,
    corporation,
    region,
    root,
    /** The names of the sites that a user sees. */
    seen,
    child: (name: string, parent: number, more: { prefix?: string; buyout?: boolean } = {}) =>
      company.node(region, name, { parent, ...more }),
    nodes: (query: object = {}, other?: string) =>
      testServer.call(nodeContract.nodeList.page, { ...as(other), query: query as never }),
    findNode: (id: unknown, other?: string) =>
      testServer.call(nodeContract.findNode, { ...as(other), params: { id } }),
    createNode: (body: object, other?: string) =>
      testServer.call(nodeContract.createNode, { ...as(other), body: body as never }),
    updateNode: (id: unknown, body: object, other?: string) =>
      testServer.call(nodeContract.updateNode, { ...as(other), params: { id }, body: body as never }),
    deleteNode: (id: unknown, other?: string) =>
      testServer.call(nodeContract.deleteNode, { ...as(other), params: { id } }),
    preview: (id: unknown, parent: unknown, other?: string) =>
      testServer.call(nodeContract.previewNodeMove, {
        ...as(other),
        params: { id },
        body: { parent } as never,
      }),
    groups: (query: object = {}, other?: string) =>
      testServer.call(groupContract.groupList.page, { ...as(other), query: query as never }),
    findGroup: (id: unknown) => testServer.call(groupContract.findGroup, { token, params: { id } }),
    createGroup: (body: object, other?: string) =>
      testServer.call(groupContract.createGroup, { ...as(other), body: body as never }),
    updateGroup: (id: unknown, body: object) =>
      testServer.call(groupContract.updateGroup, { token, params: { id }, body: body as never }),
    deleteGroup: (id: unknown) => testServer.call(groupContract.deleteGroup, { token, params: { id } }),
    configuration: (id: unknown) =>
      testServer.call(configurationContract.findNodeConfiguration, { token, params: { id } }),
    configure: (id: unknown, body: object) =>
      testServer.call(configurationContract.createNodeConfiguration, {
        token,
        params: { id },
        body: body as never,
      }),
    reconfigure: (id: unknown, body: object) =>
      testServer.call(configurationContract.updateNodeConfiguration, {
        token,
        params: { id },
        body: body as never,
      }),
    unconfigure: (id: unknown) =>
      testServer.call(configurationContract.deleteNodeConfiguration, { token, params: { id } }),
  };
};
export type HierarchyCompany = Awaited<ReturnType<typeof setUpHierarchy>>;
