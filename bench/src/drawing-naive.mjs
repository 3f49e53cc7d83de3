// Runs in a page of `BENCH_ONLY=drawing`: one element per cell, and each frame changes a share of them. `svg` sets the
// fill of rectangles. `react` has one component per node, and renders it again when one of its cells changes.
import { createElement, memo, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

const COLOURS = ["#2a9d5c", "#d1495b"];
const ACROSS = 250;

function svgCells(parent, nodes, each) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of [
    ["width", 1440],
    ["height", 900],
  ])
    svg.setAttribute(name, value);
  const rects = Array.from({ length: nodes * each }, (_, at) => {
    const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const attributes = { x: (at % ACROSS) * 5, y: Math.floor(at / ACROSS) * 3.5, width: 4, height: 3, fill: COLOURS[0] };
    for (const [name, value] of Object.entries(attributes)) rect.setAttribute(name, value);
    svg.append(rect);
    return rect;
  });
  parent.append(svg);
  return (changed) => {
    for (const [at, state] of changed) rects[at].setAttribute("fill", COLOURS[state]);
  };
}

function reactCells(parent, nodes, each) {
  const setters = [];
  const Node = memo(function Node({ node }) {
    const [cells, setCells] = useState(() => new Uint8Array(each));
    setters[node] = setCells;
    return createElement(
      "div",
      { className: "node" },
      [...cells].map((state, at) => createElement("i", { key: at, style: { background: COLOURS[state] } })),
    );
  });
  const style = document.createElement("style");
  style.textContent = ".node{float:left;height:6px;margin:0 1px 1px 0}.node i{float:left;width:3px;height:5px}";
  document.head.append(style);
  const all = Array.from({ length: nodes }, (_, node) => createElement(Node, { key: node, node }));
  flushSync(() => createRoot(parent).render(all));
  return (changed) =>
    flushSync(() => {
      const byNode = new Map();
      for (const [at, state] of changed)
        byNode.set(Math.floor(at / each), [...(byNode.get(Math.floor(at / each)) ?? []), [at % each, state]]);
      for (const [node, list] of byNode)
        setters[node]((cells) => {
          const next = cells.slice();
          for (const [at, state] of list) next[at] = state;
          return next;
        });
    });
}

/** Mounts the cells, and changes a share of them with each frame from then on. */
window.beginCells = (kind, nodes, each, share) => {
  const change = (kind === "svg" ? svgCells : reactCells)(document.body, nodes, each);
  const states = new Uint8Array(nodes * each);
  const count = Math.round(states.length * share);
  let frameIndex = 0;
  window.frames = 0;
  const frame = () => {
    const changed = [];
    for (let at = 0; at < count; at++) {
      const index = (frameIndex * 7919 + at * Math.floor(states.length / count)) % states.length;
      states[index] ^= 1;
      changed.push([index, states[index]]);
    }
    frameIndex++;
    window.frames++;
    change(changed);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};
