import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments, Sphere } from 'three';

export interface Link {
  from: readonly [number, number, number];
  to: readonly [number, number, number];
  /** As CSS writes it. */
  colour: string;
}

/** Lines between places, always in front: from a point to its true neighbours, from a query to its hits. */
export class LinkLines {
  readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;

  constructor() {
    this.object = new LineSegments(
      new BufferGeometry(),
      new LineBasicMaterial({ vertexColors: true, depthTest: false, toneMapped: false }),
    );
    this.object.frustumCulled = false;
    this.object.renderOrder = 1;
  }

  set(links: readonly Link[]): void {
    this.object.geometry.dispose();
    const geometry = new BufferGeometry();
    const places = Float32Array.from(links.flatMap(({ from, to }) => [...from, ...to]));
    const colours = Float32Array.from(
      links.flatMap(({ colour }) => {
        const { r, g, b } = new Color().setStyle(colour, '');
        return [r, g, b, r, g, b];
      }),
    );
    geometry.setAttribute('position', new BufferAttribute(places, 3));
    geometry.setAttribute('color', new BufferAttribute(colours, 3));
    geometry.boundingSphere = new Sphere();
    this.object.geometry = geometry;
    this.object.visible = links.length > 0;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
