// Computes, so that the page does not have to wait. An engine of the module that comes first, with the files that scripts may
// include, then its questions.

import { open } from './engine.js';

let engine;

async function begin(module, files) {
  const opened = await open(module, news => postMessage({ news }));
  opened.ask({ ask: 'know', files });
  return opened;
}

onmessage = async ({ data: { module, files, question } }) => {
  try {
    if (module) engine = begin(module, files);
    const opened = await engine;
    if (question) postMessage({ answer: opened.ask(question) });
  } catch (error) {
    postMessage({ crash: error.message });
  }
};
