import { errorMessage } from '@smart-city/service';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { argon2, type HashingReply, type HashingRequest, type HashingTask } from './hashing-task';

/**
 * Where cores are few, requests go first: logins get what they leave. Linux gives each thread a priority of its own; elsewhere
 * it would be that of the process.
 */
function standBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // A sandbox may forbid it: then both have the same claim.
  }
}

standBack();

function run(task: HashingTask): string | boolean {
  if (task.kind === 'hash') return hashSync(task.password, argon2(task.memoryKib));
  try {
    return verifySync(task.stored, task.password);
  } catch {
    // What is stored is no hash.
    return false;
  }
}

parentPort?.on('message', ({ id, task }: HashingRequest) => {
  let reply: HashingReply;
  try {
    reply = { id, result: run(task) };
  } catch (error) {
    reply = { id, failure: errorMessage(error) };
  }
  parentPort?.postMessage(reply);
});
