// A round as a tree of moves: the main line, variations, comments. It comes from and goes to the JSON of records.

import { numberAfter } from "../numbers.js";

const OPENING_STEP = /^[A-Za-z]+[0-9]*[-+]$/;

/** A point of the tree: the position after `move`. `mover` is who moves here, `by` who made the move. */
export class Node {
  constructor({ move = null, by = null, position, mover = null, parent = null, number = 1 }) {
    Object.assign(this, { move, by, position, mover, parent, number });
    this.children = [];
    this.comments = [];
    this.before = [];
    this.view = null; // what the server said of the position, once it was asked
    this.sowing = null;
  }

  /** The moves from the root to here. */
  get moves() {
    return this.path.slice(1).map((node) => node.move);
  }

  /** The nodes from the root to here. */
  get path() {
    const nodes = [];
    for (let node = this; node; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  get ply() {
    let count = 0;
    for (let node = this.parent; node; node = node.parent) count += 1;
    return count;
  }

  /** The nodes after this one, along the first children. */
  get rest() {
    const nodes = [];
    for (let node = this.children[0]; node; node = node.children[0]) nodes.push(node);
    return nodes;
  }

  get isMain() {
    for (let node = this; node.parent; node = node.parent) if (node.parent.children[0] !== node) return false;
    return true;
  }

  /** The child with a move, a new one if there is none. */
  add(move, position, mover) {
    const found = this.children.find((child) => child.move === move);
    if (found) return found;
    const number = numberAfter(this.number, this.by, this.mover);
    const child = new Node({ move, by: this.mover, position, mover, parent: this, number });
    this.children.push(child);
    return child;
  }

  /** Make the line through here the main line. */
  promote() {
    for (let node = this; node.parent; node = node.parent) {
      const { children } = node.parent;
      children.splice(children.indexOf(node), 1);
      children.unshift(node);
    }
  }

  /** Take this move and all after it away; the node before it. */
  remove() {
    const { parent } = this;
    parent.children.splice(parent.children.indexOf(this), 1);
    return parent;
  }
}

/** The root of the tree of a record. */
export function treeOf(record) {
  const root = new Node({ position: record.position, mover: moverOf(record.position) });
  root.comments = record.comments || [];
  fill(root, record.moves || []);
  return root;
}

function fill(parent, moves) {
  let node = parent;
  for (const each of moves) {
    const child = node.add(each.move, each.position, moverOf(each.position));
    child.before = each.before || [];
    child.comments = each.comments || [];
    for (const variation of each.variations || []) fill(node, variation);
    node = child;
  }
}

/** Who moves in a position, by its notation; null where the round is over. */
export function moverOf(position) {
  const mover = position.split(" ")[3];
  return mover === "S" || mover === "N" ? mover : null;
}

/** A tree as the JSON of a record; `record` is the one it came from. */
export function recordOf(root, record) {
  const { game, options, tags } = record;
  const kept = sameLine(root, record.moves || []) ? { result: record.result, termination: record.termination } : {};
  const comments = root.comments.length ? { comments: root.comments } : {};
  return { game, options, tags, ...kept, position: root.position, ...comments, moves: line(root, 0) };
}

function sameLine(root, moves) {
  const now = root.rest.map((node) => node.move).join(" ");
  return now === moves.map((each) => each.move).join(" ");
}

function line(parent, first) {
  const moves = [];
  let node = parent.children[first];
  let others = first === 0 ? parent.children.slice(1) : [];
  while (node) {
    const { parent: before } = node;
    const each = { move: node.move, position: node.position };
    if (node.before.length) each.before = node.before;
    if (node.comments.length) each.comments = node.comments;
    if (others.length) each.variations = others.map((other) => line(before, before.children.indexOf(other)));
    moves.push(each);
    others = node.children.slice(1);
    node = node.children[0];
  }
  return moves;
}

/** Where an opening by single steps is complete at a node: make its steps one move. The node to go on from. */
export function foldOpening(node) {
  const steps = [];
  let first = node;
  while (first.parent && OPENING_STEP.test(first.move) && first.by === node.by) {
    if (first !== node && (first.children.length > 1 || first.comments.length)) return node;
    steps.unshift(first.move);
    first = first.parent;
  }
  if (steps.length < 3 || node.mover === node.by) return node;
  const emptied = steps.filter((step) => step.endsWith("-")).map((step) => step.slice(0, -1));
  const counts = new Map();
  for (const step of steps.filter((each) => each.endsWith("+"))) {
    const hole = step.slice(0, -1);
    counts.set(hole, (counts.get(hole) || 0) + 1);
  }
  const move = `${emptied.join("")}>${[...counts].map(([hole, count]) => hole + count).join(",")}`;
  const begun = first.children.find((child) => node.path.includes(child));
  const existing = first.children.find((child) => child.move === move);
  if (existing) {
    begun.remove();
    return existing;
  }
  const whole = first.add(move, node.position, node.mover);
  whole.comments = node.comments;
  first.children.splice(first.children.indexOf(whole), 1);
  first.children[first.children.indexOf(begun)] = whole;
  return whole;
}
