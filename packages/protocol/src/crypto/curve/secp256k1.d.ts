declare module "secp256k1/bindings.js" {
  /** The used part of the native module. */
  export interface Secp256k1 {
    ecdsaRecover(
      signature: Uint8Array,
      recovery: number,
      digest: Uint8Array,
      compressed: boolean,
    ): Uint8Array;
    ecdsaSign(digest: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recid: number };
    publicKeyCreate(privateKey: Uint8Array, compressed: boolean): Uint8Array;
  }

  const bindings: Secp256k1;
  export default bindings;
}
