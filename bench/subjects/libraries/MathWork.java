import org.apache.commons.math3.analysis.interpolation.SplineInterpolator;
import org.apache.commons.math3.analysis.polynomials.PolynomialFunction;
import org.apache.commons.math3.analysis.polynomials.PolynomialSplineFunction;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.PoissonDistribution;
import org.apache.commons.math3.fraction.BigFraction;
import org.apache.commons.math3.fraction.Fraction;
import org.apache.commons.math3.geometry.euclidean.threed.Vector3D;
import org.apache.commons.math3.geometry.euclidean.twod.Vector2D;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.apache.commons.math3.util.CombinatoricsUtils;

/** What a program does with commons-math3: complex numbers, matrices, statistics. */
public class MathWork {
    public static void main(String[] arguments) {
        Complex one = new Complex(1.5, -2);
        one.add(Complex.I).multiply(new Complex(0.5)).divide(one);
        one.sqrt();
        one.pow(2.0);
        one.abs();
        Complex.ZERO.reciprocal();
        new Complex(Double.NaN, 1).isNaN();
        Fraction third = new Fraction(1, 3);
        third.add(new Fraction(0.25)).multiply(2).compareTo(Fraction.ONE);
        third.percentageValue();
        new BigFraction(10, 4).reduce().pow(3).doubleValue();
        Vector3D vector = new Vector3D(1, 2, 3);
        vector.crossProduct(Vector3D.PLUS_J);
        vector.normalize();
        Vector3D.angle(vector, Vector3D.PLUS_I);
        new Vector2D(3, 4).getNorm();
        RealMatrix matrix = new Array2DRowRealMatrix(new double[][] {{2, 1}, {1, 3}});
        matrix.multiply(matrix.transpose());
        matrix.getTrace();
        new LUDecomposition(matrix).getSolver().solve(new ArrayRealVector(new double[] {3, 5}));
        new LUDecomposition(matrix).getDeterminant();
        try {
            new LUDecomposition(new Array2DRowRealMatrix(new double[][] {{1, 2}, {2, 4}})).getSolver().getInverse();
        } catch (SingularMatrixException expected) {
            // Recorded as it is.
        }
        DescriptiveStatistics statistics = new DescriptiveStatistics(5);
        SummaryStatistics summary = new SummaryStatistics();
        SimpleRegression regression = new SimpleRegression();
        for (int i = 0; i < 8; i++) {
            statistics.addValue(i * i);
            summary.addValue(Math.sqrt(i));
            regression.addData(i, 2.0 * i + 1);
        }
        statistics.getMean();
        statistics.getPercentile(50);
        statistics.getKurtosis();
        summary.getVariance();
        summary.getSummary();
        regression.getSlope();
        regression.predict(20);
        PolynomialFunction polynomial = new PolynomialFunction(new double[] {1, 0, -2});
        polynomial.value(3);
        polynomial.polynomialDerivative();
        polynomial.add(new PolynomialFunction(new double[] {0, 1}));
        PolynomialSplineFunction spline =
                new SplineInterpolator().interpolate(new double[] {0, 1, 2, 3}, new double[] {0, 1, 4, 9});
        spline.value(1.5);
        new NormalDistribution(100, 15).cumulativeProbability(130);
        new NormalDistribution(0, 1).density(0.5);
        new PoissonDistribution(4).probability(3);
        ArithmeticUtils.gcd(84, 36);
        ArithmeticUtils.lcm(4, 6);
        CombinatoricsUtils.binomialCoefficient(10, 3);
        try {
            CombinatoricsUtils.factorial(30);
        } catch (RuntimeException expected) {
            // Recorded as it is.
        }
    }
}
