import * as connectionContract from "@mcc/contract/single-sign-on/connections.api.ts";
import * as domainContract from "@mcc/contract/single-sign-on/domains.api.ts";
import * as identityContract from "@mcc/contract/single-sign-on/identities.api.ts";
import * as contract from "@mcc/contract/single-sign-on/sso-sign-in.api.ts";
import { companyRoute, route, transactionsRoute } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as connections from "./connections.service.ts";
import * as domains from "./domains.service.ts";
import * as identities from "./identities.service.ts";
import * as signIn from "./sso-sign-in.service.ts";
import * as tests from "./try-out.service.ts";

export const singleSignOnRoutes = (services: Services) => [
  route(contract.ssoOfHost, (_, __, { url }) => signIn.ssoOfHost(services, url.host)),
  route(contract.ssoOfAddress, (_, { body }, request) => signIn.ssoOfAddress(services, request, body.email)),
  route(contract.signInWithSso, (_, { body }, request) => signIn.signInWithSso(services, request, body.code)),
  route(contract.confirmWithSso, (scope, { body }, request) =>
    signIn.confirmWithSso(services, scope, request, body.code),
  ),
  route(connectionContract.ssoConnections, (scope) => connections.ssoConnections(services, scope)),
  route(connectionContract.findSsoConnection, (scope, { params }) =>
    connections.findSsoConnection(services, scope, params.id),
  ),
  transactionsRoute(connectionContract.createSsoConnection, (transactions, { body }) =>
    connections.createSsoConnection(services, transactions, body),
  ),
  transactionsRoute(connectionContract.updateSsoConnection, (transactions, { params, body }) =>
    connections.updateSsoConnection(services, transactions, params.id, body),
  ),
  route(connectionContract.deleteSsoConnection, (scope, { params }) =>
    connections.deleteSsoConnection(services, scope, params.id),
  ),
  transactionsRoute(connectionContract.startSsoTest, (transactions, { params }) =>
    tests.startSsoTest(services, transactions, params.id),
  ),
  route(connectionContract.findSsoTest, (scope, { params }) => tests.findSsoTest(scope, params.id)),
  route(domainContract.ssoDomains, (scope) => domains.ssoDomains(scope)),
  route(domainContract.createSsoDomain, (scope, { body }) => domains.createSsoDomain(scope, body.domain)),
  transactionsRoute(domainContract.checkSsoDomain, (transactions, { params }) =>
    domains.checkSsoDomain(services, transactions, params.id),
  ),
  route(domainContract.deleteSsoDomain, (scope, { params }) => domains.deleteSsoDomain(scope, params.id)),
  route(identityContract.ssoIdentities, (scope, { params }) => identities.ssoIdentities(scope, params.id)),
  route(identityContract.unlinkSso, (scope, { params }) => identities.unlinkSso(services, scope, params.id)),
  companyRoute(domainContract.companySsoDomains, (companies, { params }) =>
    companies.enter(params.id, (scope) => domains.ssoDomains(scope)),
  ),
  companyRoute(domainContract.confirmSsoDomain, (companies, { params }) =>
    companies.enter(params.id, (scope) => domains.confirmSsoDomain(services, scope, params.domain)),
  ),
];
