import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { openOwnCompany } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { chooseRowAction } from "./row-menu.ts";

interface Received {
  readonly id: string;
  readonly time: string;
  readonly signatures: readonly string[];
  readonly body: string;
}

/** A system of the company, on this computer. */
const listen = async () => {
  const received: Received[] = [];
  const state = { status: 200 };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const [id, time, signatures] = ["id", "timestamp", "signature"].map((name) =>
        String(request.headers[`webhook-${name}`]),
      ) as [string, string, string];
      received.push({ id, time, signatures: signatures.split(" "), body });
      response.writeHead(state.status).end("noted by the ERP");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return { url, received, state, close: () => server.close() };
};

/** As Standard Webhooks describes it. */
const isSigned = ({ id, time, signatures, body }: Received, secret: string): boolean => {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64");
  return signatures.includes(`v1,${expected}`);
};

test("a receiver is added and tested, its secret replaced, a failed event replayed, and it is paused and deleted (OPEN-002 partly)", async ({
  page,
}) => {
  const { admin } = await openOwnCompany({ roles: [] });
  const { url, received, state, close } = await listen();
  const readSecret = async () => {
    const shown = page.getByRole("dialog", { name: "Copy the signing secret" });
    const secret = (await shown.locator("code").textContent()) ?? "";
    await shown.getByRole("button", { name: "Done" }).click();
    await expect(shown).toBeHidden();
    return secret;
  };
  const sendTest = () => page.getByRole("button", { name: "Send Test Event" }).click();
  await openSignedIn(page, admin, "/configuration/webhooks");

  const secret = await test.step("an admin adds an address and reads its secret once", async () => {
    await page.getByRole("button", { name: "Add Receiver" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Receiver" });
    await dialog.getByLabel("Address").fill("http://10.0.0.1/events");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(
      dialog.getByText("This address is in a private network, where we send nothing."),
    ).toBeVisible();
    await dialog.getByLabel("Address").fill(url);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    return readSecret();
  });

  await test.step("a test event arrives signed", async () => {
    await page.getByRole("link", { name: url }).click();
    await sendTest();
    await expect(page.getByText("Delivered: the receiver answered with status 200.")).toBeVisible();
    expect(received.map((event) => isSigned(event, secret))).toEqual([true]);
  });

  await test.step("events are signed with both secrets while one is replaced", async () => {
    await chooseRowAction(page, "Generate New Secret", url);
    await page.getByRole("dialog").getByRole("button", { name: "Replace" }).click();
    const next = await readSecret();
    await expect(page.getByText(/^Signed with the previous secret too, until/)).toBeVisible();
    await sendTest();
    await expect.poll(() => received.length).toBe(2);
    const [, second] = received as [Received, Received];
    expect([isSigned(second, secret), isSigned(second, next)]).toEqual([true, true]);
  });

  await test.step("a failed event shows what was answered, and is replayed", async () => {
    state.status = 500;
    await sendTest();
    await expect(page.getByText("Not delivered. The receiver answered 500.")).toBeVisible();
    state.status = 200;
    const failed = page.locator("[data-row]", { hasText: "The receiver answered 500." });
    await failed.getByText("test").click();
    const delivery = page.getByRole("dialog");
    await expect(delivery).toContainText("noted by the ERP");
    const before = received.length;
    await delivery.getByRole("button", { name: "Replay" }).click();
    await expect.poll(() => received.length).toBeGreaterThan(before);
    expect(received.at(-1)?.id).toBe(received[2]?.id);
    await page.keyboard.press("Escape");
    await expect(delivery).toBeHidden();
  });

  await test.step("it is paused, resumed and deleted", async () => {
    await chooseRowAction(page, "Pause", url);
    await expect(page.getByText(/^Paused since/)).toBeVisible();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByText("Events are sent as they happen", { exact: false })).toBeVisible();
    await chooseRowAction(page, "Delete", url);
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No receivers yet.", { exact: false })).toBeVisible();
  });
  close();
});
