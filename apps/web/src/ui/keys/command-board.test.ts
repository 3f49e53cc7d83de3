import { expect, test } from "vitest";
import { createCommandBoard } from "./command-board.ts";
import { commandOf, KEY_COMMANDS } from "./key-commands.ts";

test("the last one that offers a command takes it, and it goes back when that one leaves", () => {
  const board = createCommandBoard();
  const done: string[] = [];
  board.offer("up", () => done.push("page"));
  const leave = board.offer("up", () => done.push("drawer"));
  board.give("up");
  leave();
  board.give("up");
  expect(done).toEqual(["drawer", "page"]);
});

test("a command that nobody offers is not taken, and is not listed", () => {
  const board = createCommandBoard();
  expect(board.give("yaml")).toBe(false);
  const leave = board.offer("yaml", () => {});
  expect([...board.offered()]).toEqual(["yaml"]);
  leave();
  expect([...board.offered()]).toEqual([]);
});

test("no key means two things", () => {
  const keys = KEY_COMMANDS.flatMap((command) => command.keys as readonly string[]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(commandOf("Mod+k")).toBe("palette");
  expect(commandOf("ö")).toBeUndefined();
});
