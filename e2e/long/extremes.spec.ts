import { expect, test } from "../tests/fixtures.ts";
import { type Screen, visitScreens } from "../tests/screen-list.ts";
import { faultsAt } from "../tests/small-screens.ts";

const PHONE = { "a phone": { width: 390, height: 844 } } as const;
const BOTH = { ...PHONE, "a laptop": { width: 1440, height: 900 } } as const;
/** The longest name of a namespace, of a label value, and of a DaemonSet whose pods the API admits. */
const LONG = "observability-platform-node-level-log-shipper-for-linux-amd64-x";
/** The longest name of a node, or of a DaemonSet. */
const LONGEST = Array.from({ length: 4 }, (_, part) => `node${part}-long-host-name-of-a-fully-qualified-domain-name`.padEnd(62, "z")).join(
  ".",
);
const POOLS = 60;
const DAEMON_SETS = "/apis/apps/v1/namespaces";

const daemonSet = (name: string, namespace: string, nodeSelector?: Readonly<Record<string, string>>) => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name, namespace },
  spec: {
    selector: { matchLabels: { app: "x" } },
    template: {
      metadata: { labels: { app: "x" } },
      spec: {
        tolerations: [{ operator: "Exists" }],
        nodeSelector,
        containers: [{ name: "x", image: `registry.example.com/${LONG}:${LONG}` }],
      },
    },
  },
});

interface Nodes {
  readonly items: readonly { readonly metadata: { readonly name: string }; readonly status: unknown }[];
}

test("names of 63 and 253 characters, 400 namespaces, 60 pools, one node, and none at all: nothing is cut or covered", async ({
  page,
  simulate,
}) => {
  test.slow();
  const product = await simulate("tour");
  const nodes = ((await product.kube("GET", "/api/v1/nodes")) as Nodes).items;
  const create = (path: string, object: object) => product.kube("POST", path, object);
  await Promise.all(
    nodes.map(({ metadata }, at) =>
      product.kube(
        "PATCH",
        `/api/v1/nodes/${metadata.name}`,
        { metadata: { labels: { pool: `pool-${at}` } } },
        "application/merge-patch+json",
      ),
    ),
  );
  const others = Array.from({ length: POOLS - nodes.length - 1 }, (_, at) => ({
    name: `other-${at}`,
    labels: { pool: `pool-${nodes.length + at}` },
  }));
  const longNode = { name: LONGEST, labels: { pool: LONG } };
  const joined = [...others, longNode];
  await Promise.all(
    joined.map((metadata) => create("/api/v1/nodes", { apiVersion: "v1", kind: "Node", metadata, spec: {}, status: nodes[0]?.status })),
  );
  const namespaces = [LONG, ...Array.from({ length: 400 }, (_, at) => `team-${at}`)];
  await Promise.all(
    namespaces.map(async (name) => {
      await create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
      await create(`${DAEMON_SETS}/${name}/daemonsets`, name === LONG ? daemonSet(LONG, LONG) : daemonSet("agent", name, { none: "x" }));
    }),
  );
  await create(`${DAEMON_SETS}/default/daemonsets`, daemonSet(LONGEST, "default"));
  await product.advance(15_000, 1000);

  const screens: readonly Screen[] = [
    { path: "/" },
    { path: `/daemonsets/default/${LONGEST}`, shows: "main [role=grid]" },
    { path: `/daemonsets/${LONG}/${LONG}?node=${LONGEST}`, shows: "[data-drawer]" },
    { path: "/nodes", shows: "main [role=grid]" },
    { path: `/nodes/${LONGEST}` },
    { path: "/taints" },
  ];
  const faults: string[] = [];
  const look = async (sizes: Parameters<typeof faultsAt>[1], { path }: Screen) =>
    void faults.push(...(await faultsAt(page, sizes, path.slice(0, 40))));
  await visitScreens(page, product.url, "en", screens, (screen) => look(screen.path === "/" ? BOTH : PHONE, screen));

  // The list shows a part, and the field finds the rest.
  await page.goto(product.url);
  await page.getByRole("button", { name: /^Namespace/ }).click();
  await page.getByPlaceholder("Find a namespace").fill("team-399");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/team-399/);

  const remove = (name: string) => product.kube("DELETE", `/api/v1/nodes/${name}`);
  const [last = "", ...rest] = nodes.map(({ metadata }) => metadata.name);
  await Promise.all([...rest, ...joined.map(({ name }) => name)].map(remove));
  for (const left of [1, 0]) {
    if (left === 0) await remove(last);
    await product.advance(3000, 1000);
    await visitScreens(page, product.url, "en", [{ path: "/" }, { path: "/nodes" }], (screen) => look(PHONE, screen));
  }
  expect(faults).toEqual([]);
});
