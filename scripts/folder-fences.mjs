// The floors of folders inside the packages, and the check for import cycles. Plain functions over a graph, so that a
// test can plant violations.

/** The folders of each package, from the bottom up: a folder may import from its own floor and from lower ones. */
export const floors = {
  "packages/shared": [["codec", "http"]],
  "packages/daemonset": [
    ["records"],
    ["placement", "pods", "capacity", "revisions"],
    ["pair", "life"],
    ["cell", "counts", "budget"],
    ["memory"],
    ["rollout"],
    ["model"],
    ["actions"],
    ["imagine"],
    ["describe"],
  ],
  "packages/simulator": [
    ["objects", "time-and-chance"],
    ["schema", "validation", "control"],
    ["defaults", "managed-fields", "patch", "warnings", "staging"],
    ["admission"],
    ["store", "scenarios"],
    ["api"],
  ],
  "apps/server": [
    ["address"],
    ["safety", "print", "command-line"],
    ["cluster"],
    ["manifests", "frames", "logs", "reach", "viewers", "alarms", "planned"],
    ["log"],
    ["readings", "import", "anonymise", "engine"],
    ["lab", "rights", "rollouts", "what-if", "writes"],
    ["relay", "clusters"],
    ["routes"],
    ["commands"],
  ],
  "apps/web": [
    ["theme", "steady", "i18n", "preferences", "address", "filter", "chart"],
    ["cluster", "cell", "text", "keys", "model-words"],
    ["api", "announce", "rows", "lanes", "motion"],
    ["controls", "loading", "legend", "pace", "flow", "ghost"],
    ["dialog", "drawer", "sections", "verdict", "lens", "trail"],
    ["grid", "explain", "actions", "chips"],
    ["exports"],
    ["fleet", "rollout", "nodes", "node", "taints", "labels", "events", "logs", "yaml", "reach", "revisions", "pod", "rights"],
    ["chrome", "palette", "lab", "timeline", "report", "sign-in"],
    ["what-if", "clusters"],
    ["acting"],
    ["app"],
  ],
};

/**
 * Returns the first folder below `src` of a file. A file directly in `src` counts as a folder by itself, with its file
 * name.
 */
export function folderOf(room, file) {
  return file.slice(`${room}/src/`.length).split("/", 1)[0];
}

/**
 * Returns a line for each import from a higher floor, and for each folder without a floor. `graph`: file → files that
 * it imports.
 */
export function climbs(room, order, graph) {
  const floorOf = new Map(order.flatMap((folders, floor) => folders.map((folder) => [folder, floor])));
  const problems = [];
  const homeless = new Set();
  for (const [file, targets] of graph) {
    const from = folderOf(room, file);
    if (!file.startsWith(`${room}/src/${from}/`)) continue;
    const floor = floorOf.get(from);
    if (floor === undefined) {
      homeless.add(from);
      continue;
    }
    for (const target of targets) {
      const to = folderOf(room, target);
      if ((floorOf.get(to) ?? 0) > floor) problems.push(`${file}: ${from} stands below ${to}, and may not import ${target}`);
    }
  }
  for (const folder of homeless) problems.push(`${room}/src/${folder}: stands on no floor of scripts/folder-fences.mjs`);
  return problems;
}

/**
 * Returns every cycle of a graph once: its members in an order in which each imports the next. Tarjan's strongly
 * connected components, with an explicit stack, so that a long chain does not overflow it. O(nodes + edges).
 */
export function circlesOf(graph) {
  const index = new Map();
  const low = new Map();
  const onStack = new Set();
  const stack = [];
  const circles = [];
  for (const start of graph.keys()) {
    if (index.has(start)) continue;
    const work = [{ node: start, next: 0 }];
    while (work.length > 0) {
      const top = work.at(-1);
      const { node } = top;
      if (top.next === 0) {
        index.set(node, index.size);
        low.set(node, index.get(node));
        stack.push(node);
        onStack.add(node);
      }
      const targets = graph.get(node) ?? [];
      const target = targets[top.next++];
      if (target !== undefined) {
        if (!graph.has(target)) continue;
        if (!index.has(target)) work.push({ node: target, next: 0 });
        else if (onStack.has(target)) low.set(node, Math.min(low.get(node), index.get(target)));
        continue;
      }
      work.pop();
      const above = work.at(-1);
      if (above !== undefined) low.set(above.node, Math.min(low.get(above.node), low.get(node)));
      if (low.get(node) !== index.get(node)) continue;
      const members = stack.splice(stack.lastIndexOf(node));
      for (const member of members) onStack.delete(member);
      if (members.length > 1 || targets.includes(node)) circles.push(pathIn(graph, members));
    }
  }
  return circles;
}

/** Returns the shortest path from the first member by name back to itself. */
function pathIn(graph, members) {
  const inside = new Set(members);
  const [start] = [...members].sort();
  const cameFrom = new Map();
  const queue = [start];
  for (const node of queue)
    for (const target of graph.get(node) ?? []) {
      if (target === start) {
        const path = [node];
        while (path[0] !== start) path.unshift(cameFrom.get(path[0]));
        return path;
      }
      if (!inside.has(target) || cameFrom.has(target)) continue;
      cameFrom.set(target, node);
      queue.push(target);
    }
  return members;
}

/**
 * Returns the same graph between the folders of a package. A style sheet, which imports nothing, belongs to its user.
 */
export function folderGraph(room, graph) {
  const folders = new Map();
  for (const [file, targets] of graph) {
    const from = folderOf(room, file);
    const known = folders.get(from) ?? new Set();
    folders.set(from, known);
    for (const target of targets) if (folderOf(room, target) !== from) known.add(folderOf(room, target));
  }
  return new Map([...folders].map(([folder, targets]) => [folder, [...targets]]));
}

/**
 * Returns a line for each violation in one package. A package without floors (`kube`, which has no folders) is checked
 * only for cycles of files.
 */
export function folderProblems(room, graph) {
  const order = floors[room];
  const problems = circlesOf(graph).map((circle) => `${room}: a circle of imports: ${[...circle, circle[0]].join(" → ")}`);
  if (order === undefined) return problems;
  const ofFolders = circlesOf(folderGraph(room, graph));
  problems.push(...ofFolders.map((circle) => `${room}: a circle of folders: ${[...circle, circle[0]].join(" → ")}`));
  return [...problems, ...climbs(room, order, graph)];
}
