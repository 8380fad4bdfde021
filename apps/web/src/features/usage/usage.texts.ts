export const usageTexts = {
  title: "Usage",
  fetchFailed: "There was an error fetching the usage",
  users: "Users",
  sites: "Sites",
  orders: "Orders",
  documents: "Documents",
  storage: "Storage of documents",
  notCounted: "Counted next night",
  countedAt: (moment: string): string => `counted ${moment}`,
  requestsToday: "Requests today (UTC)",
  requests: (days: number): string => `Requests, last ${days} days`,
  byKind: (portal: string, integration: string): string =>
    `(${portal} from pages, ${integration} from systems)`,
} as const;
