// Finds cycles and layer violations of an import graph. The functions take the graph, so that tests can pass faulty
// ones.

/** A graph is a map from a node to the nodes that it imports. */

/**
 * Returns each cycle of a graph once, as its members in import order.
 * Tarjan's strongly connected components, iterative, so that a long chain cannot exhaust the stack. O(nodes + edges).
 */
export function cyclesOf(graph) {
  const index = new Map();
  const low = new Map();
  const onStack = new Set();
  const stack = [];
  const cycles = [];
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
      const parent = work.at(-1);
      if (parent !== undefined) low.set(parent.node, Math.min(low.get(parent.node), low.get(node)));
      if (low.get(node) !== index.get(node)) continue;
      const members = stack.splice(stack.lastIndexOf(node));
      for (const member of members) onStack.delete(member);
      if (members.length > 1 || targets.includes(node)) cycles.push(shortestCycle(graph, members));
    }
  }
  return cycles;
}

/** Returns the shortest path from the first member by name back to itself. */
function shortestCycle(graph, members) {
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

/** Returns the name of the direct child of `parent` that contains `file`: a folder, or the file itself. */
export function childOf(parent, file) {
  return file.slice(parent.length + 1).split("/", 1)[0];
}

/** Returns the graph between the direct children of one folder. A style sheet belongs to the folder that imports it. */
export function childGraph(parent, graph) {
  const children = new Map();
  for (const [file, targets] of graph) {
    if (!file.startsWith(`${parent}/`)) continue;
    const from = childOf(parent, file);
    const known = children.get(from) ?? new Set();
    children.set(from, known);
    for (const target of targets) {
      if (!target.startsWith(`${parent}/`)) continue;
      const to = childOf(parent, target);
      if (to !== from) known.add(to);
    }
  }
  return new Map([...children].map(([child, targets]) => [child, [...targets]]));
}

/** Returns each folder of the graph that contains files or folders, `source` first. */
function parentsIn(source, graph) {
  const parents = new Set();
  for (const file of graph.keys()) {
    const parts = file.slice(source.length + 1).split("/");
    for (let depth = 0; depth < parts.length - 1; depth++) parents.add([source, ...parts.slice(0, depth)].join("/"));
  }
  return [...parents].sort();
}

/**
 * Returns one line for each import that points to a higher layer, and for each folder without a layer.
 * `layers`: rows of folders, lowest first. Files directly in `source` are entry points and may import every folder.
 */
export function layerProblems(source, layers, graph) {
  const layerOf = new Map(layers.flatMap((folders, layer) => folders.map((folder) => [folder, layer])));
  const problems = [];
  const unknown = new Set();
  for (const [file, targets] of graph) {
    const from = childOf(source, file);
    if (!file.startsWith(`${source}/${from}/`)) continue;
    const layer = layerOf.get(from);
    if (layer === undefined) {
      unknown.add(from);
      continue;
    }
    for (const target of targets) {
      const to = childOf(source, target);
      if ((layerOf.get(to) ?? 0) > layer) problems.push(`${file}: the layer ${from} is below ${to} and may not import ${target}`);
    }
  }
  for (const folder of unknown) problems.push(`${source}/${folder}: has no layer in scripts/checks/packages.mjs`);
  return problems;
}

/** Returns the problems of one package: cycles of files and of sibling folders at any depth, imports of higher
 *  layers. */
export function graphProblems(name, layers, graph) {
  const source = `${name}/src`;
  const problems = cyclesOf(graph).map((cycle) => `${name}: import cycle: ${[...cycle, cycle[0]].join(" → ")}`);
  for (const parent of parentsIn(source, graph))
    for (const cycle of cyclesOf(childGraph(parent, graph))) {
      // A cycle of files is already reported above.
      if (cycle.every((child) => /\.\w+$/.test(child))) continue;
      problems.push(`${parent}: cycle of folders: ${[...cycle, cycle[0]].join(" → ")}`);
    }
  return layers === undefined ? problems : [...problems, ...layerProblems(source, layers, graph)];
}
